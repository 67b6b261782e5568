// The keys that are found in a search tree are within its bounds.
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

int least(struct tree *t, int lo, int hi) {
    sw_requires(bst(t, lo, hi) && t != NULL);
    sw_ensures(bst(t, lo, hi) && lo <= sw_result && sw_result <= hi);
    while (t->left != NULL)
        t = t->left;
    return t->key;
}

bool contains(struct tree *t, int lo, int hi, int key) {
    sw_requires(bst(t, lo, hi));
    sw_ensures(bst(t, lo, hi) && (!sw_result || (lo <= key && key <= hi)));
    while (t != NULL && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t != NULL;
}
