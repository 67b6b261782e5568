// The thread of the new node leads nowhere.
//@ args: --domain checkers
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

void add_left(struct tree *t, int key) {
    sw_requires(threaded(t, NULL) && t != NULL);
    sw_ensures(threaded(t, NULL)); //~ error[contract]
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        return;
    while (t->left != NULL)
        t = t->left;
    n->key = key;
    n->left = NULL;
    n->thread = true;
    n->right = NULL;
    t->left = n;
}
