// The subtree that takes the place of the root may be out of order.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool bst(struct tree *t, int lo, int hi) {
    return t == NULL || (lo <= t->key && t->key <= hi && bst(t->left, lo, t->key) && bst(t->right, t->key, hi));
}

struct tree *delete_root(struct tree *t, int lo, int hi) {
    sw_requires(bst(t, lo, hi) && t != NULL);
    sw_ensures(bst(sw_result, lo, hi)); //~ error[contract]
    struct tree *left = t->left;
    struct tree *right = t->right;
    free(t);
    if (left == NULL)
        return right;
    if (right == NULL)
        return left;
    if (left->left == NULL) {
        left->left = right;
        return left;
    }
    struct tree *p = right;
    while (p->left != NULL)
        p = p->left;
    p->left = left;
    return right;
}
