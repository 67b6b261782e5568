// Copies a tree, and turns one around.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *copy(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t) && tree(sw_result));
    if (t == NULL)
        return NULL;
    struct tree *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->key = t->key;
    c->left = copy(t->left);
    c->right = copy(t->right);
    return c;
}

void mirror(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    if (t == NULL)
        return;
    struct tree *l = t->left;
    t->left = t->right;
    t->right = l;
    mirror(t->left);
    mirror(t->right);
}

int depth(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    if (t == NULL)
        return 0;
    int l = depth(t->left);
    int r = depth(t->right);
    return 1 + (l > r ? l : r);
}
