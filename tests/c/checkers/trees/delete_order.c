// Takes the root out of a search tree and keeps the order.
//@ proved
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

struct tree *delete_least(struct tree *t, int lo, int hi) {
    sw_requires(bst(t, lo, hi) && t != NULL);
    sw_ensures(bst(sw_result, lo, hi));
    if (t->left == NULL) {
        struct tree *right = t->right;
        free(t);
        return right;
    }
    t->left = delete_least(t->left, lo, t->key);
    return t;
}
