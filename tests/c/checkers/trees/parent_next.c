// The next node in order, from any node.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    struct tree *up;
    int key;
};

bool ptree(struct tree *t, struct tree *up) {
    return t == NULL || (t->up == up && ptree(t->left, t) && ptree(t->right, t));
}

static struct tree *leftmost(struct tree *t) {
    while (t->left != NULL)
        t = t->left;
    return t;
}

static struct tree *next(struct tree *n) {
    if (n->right != NULL)
        return leftmost(n->right);
    while (n->up != NULL && n->up->right == n)
        n = n->up;
    return n->up;
}

int sum(struct tree *t) {
    sw_requires(ptree(t, NULL));
    sw_ensures(ptree(t, NULL));
    int sum = 0;
    if (t == NULL)
        return 0;
    for (struct tree *n = leftmost(t); n != NULL; n = next(n))
        sum += n->key;
    return sum;
}

static struct tree *put(struct tree *t, struct tree *up, int key) {
    sw_requires(ptree(t, up));
    sw_ensures(ptree(sw_result, up));
    if (t == NULL) {
        struct tree *n = malloc(sizeof *n);
        if (n == NULL)
            abort();
        n->left = NULL;
        n->right = NULL;
        n->up = up;
        n->key = key;
        return n;
    }
    if (key < t->key)
        t->left = put(t->left, t, key);
    else
        t->right = put(t->right, t, key);
    return t;
}

static void destroy(struct tree *t, struct tree *up) {
    sw_requires(ptree(t, up));
    if (t == NULL)
        return;
    destroy(t->left, t);
    destroy(t->right, t);
    free(t);
}

int main(void) {
    for (int key = 0; key < 7; key++) {
        struct tree *t = NULL;
        for (int i = 0; i < 7; i++)
            t = put(t, NULL, i * 3 % 7);
        sum(t);
        destroy(t, NULL);
    }
    return 0;
}
