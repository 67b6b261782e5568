// The way up does not stop at the root.
//@ args: --domain checkers
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

int successor(struct tree *t, int key) {
    sw_requires(ptree(t, NULL) && t != NULL);
    sw_ensures(ptree(t, NULL));
    struct tree *n = t;
    while (n->right != NULL && n->key != key)
        n = n->right;
    while (n->up->right == n) //~ error[null-deref]
        n = n->up;
    return n->key;
}
