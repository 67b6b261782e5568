// A tree whose empty right links lead to the successor instead.
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    bool thread;
    int key;
};

/* The nodes below t; the last of them in order leads on to `after`. */
bool threaded(struct tree *t, struct tree *after) {
    return t == NULL || (threaded(t->left, t) &&
                         (t->thread ? t->right == after : t->right != NULL && threaded(t->right, after)));
}

int sum(struct tree *t) {
    sw_requires(threaded(t, NULL));
    sw_ensures(threaded(t, NULL));
    int sum = 0;
    if (t == NULL)
        return 0;
    while (t->left != NULL)
        t = t->left;
    while (t != NULL) {
        sum += t->key;
        bool thread = t->thread;
        t = t->right;
        if (!thread)
            while (t->left != NULL)
                t = t->left;
    }
    return sum;
}

void add_left(struct tree *t, int key) {
    sw_requires(threaded(t, NULL) && t != NULL);
    sw_ensures(threaded(t, NULL));
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        return;
    while (t->left != NULL)
        t = t->left;
    n->key = key;
    n->left = NULL;
    n->thread = true;
    n->right = t;
    t->left = n;
}
