// The key that is found need not be less than the upper bound.
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

int least(struct tree *t, int lo, int hi) {
    sw_requires(bst(t, lo, hi) && t != NULL);
    sw_ensures(bst(t, lo, hi) && lo <= sw_result && sw_result < hi); //~ error[contract]
    while (t->left != NULL)
        t = t->left;
    return t->key;
}
