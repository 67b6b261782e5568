// Trees: a search, a rotation, and a new leaf.
//@ args: --domain three-valued --self-check=40
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

bool contains(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    while (t != NULL && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t != NULL;
}

struct tree *rotate(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    if (t == NULL || t->left == NULL)
        return t;
    struct tree *top = t->left;
    t->left = top->right;
    top->right = t;
    return top;
}

struct tree *insert(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    struct tree *leaf = malloc(sizeof *leaf);
    if (leaf == NULL)
        return t;
    leaf->left = leaf->right = NULL;
    leaf->key = key;
    if (t == NULL)
        return leaf;
    struct tree *at = t;
    for (;;) {
        if (key < at->key) {
            if (at->left == NULL) {
                at->left = leaf;
                return t;
            }
            at = at->left;
        } else {
            if (at->right == NULL) {
                at->right = leaf;
                return t;
            }
            at = at->right;
        }
    }
}
