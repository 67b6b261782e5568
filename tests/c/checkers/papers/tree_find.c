// Finds a key in a search tree.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int key;
};

bool search_tree(struct tree *t, int low, int high) {
    return t == NULL
        || (low <= t->key && t->key <= high && search_tree(t->left, low, t->key)
            && search_tree(t->right, t->key, high));
}

struct tree *tree_find(struct tree *t, int low, int high, int key) {
    sw_requires(search_tree(t, low, high));
    sw_ensures(search_tree(t, low, high));
    struct tree *c = t;
    while (c != NULL && c->key != key) {
        if (key < c->key)
            c = c->left;
        else
            c = c->right;
    }
    return c;
}
