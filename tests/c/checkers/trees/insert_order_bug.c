// Smaller keys go to the right.
//@ args: --domain checkers
//@ unknown: what the function requires is not known to hold, so neither is what it does
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

struct tree *insert(struct tree *t, int lo, int hi, int key) {
    sw_requires(bst(t, lo, hi) && lo <= key && key <= hi);
    sw_ensures(bst(sw_result, lo, hi));
    if (t == NULL) {
        struct tree *n = malloc(sizeof *n);
        if (n == NULL)
            abort();
        n->left = NULL;
        n->right = NULL;
        n->key = key;
        return n;
    }
    if (key > t->key)
        t->left = insert(t->left, lo, t->key, key); //~ error[contract]
    else
        t->right = insert(t->right, t->key, hi, key); //~ error[contract]
    return t;
}
