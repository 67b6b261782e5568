// Puts a key into a search tree in a loop and keeps the order.
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

struct tree *insert(struct tree *t, int lo, int hi, int key) {
    sw_requires(bst(t, lo, hi) && lo <= key && key <= hi);
    sw_ensures(bst(sw_result, lo, hi)); //~ FP[contract]
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        return t;
    n->left = NULL;
    n->right = NULL;
    n->key = key;
    struct tree **link = &t;
    while (*link != NULL)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    *link = n;
    return t;
}
