// Rotates at the root, and at a node somewhere in the tree.
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *rotate_left(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    if (t == NULL || t->right == NULL)
        return t;
    struct tree *r = t->right;
    t->right = r->left;
    r->left = t;
    return r;
}

struct tree *rotate_right(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    if (t == NULL || t->left == NULL)
        return t;
    struct tree *l = t->left;
    t->left = l->right;
    l->right = t;
    return l;
}

struct tree *rotate_at(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    struct tree **link = &t;
    while (*link != NULL && (*link)->key != key)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    struct tree *n = *link;
    if (n != NULL && n->right != NULL) {
        struct tree *r = n->right;
        n->right = r->left;
        r->left = n;
        *link = r;
    }
    return t;
}
