// A rotation keeps the order of a search tree.
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

struct tree *rotate_left(struct tree *t, int lo, int hi) {
    sw_requires(bst(t, lo, hi));
    sw_ensures(bst(sw_result, lo, hi));
    if (t == NULL || t->right == NULL)
        return t;
    struct tree *r = t->right;
    t->right = r->left;
    r->left = t;
    return r;
}

struct tree *rotate_right(struct tree *t, int lo, int hi) {
    sw_requires(bst(t, lo, hi));
    sw_ensures(bst(sw_result, lo, hi));
    if (t == NULL || t->left == NULL)
        return t;
    struct tree *l = t->left;
    t->left = l->right;
    l->right = t;
    return l;
}
