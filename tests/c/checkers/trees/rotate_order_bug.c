// The subtrees end up on the wrong sides.
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

struct tree *rotate_left(struct tree *t, int lo, int hi) {
    sw_requires(bst(t, lo, hi));
    sw_ensures(bst(sw_result, lo, hi)); //~ error[contract]
    if (t == NULL || t->right == NULL)
        return t;
    struct tree *r = t->right;
    t->right = r->right;
    r->right = t;
    return r;
}
