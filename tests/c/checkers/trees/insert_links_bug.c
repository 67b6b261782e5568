// The links of the new node are never set.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *insert(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result)); //~ error[contract]
    struct tree **link = &t;
    while (*link != NULL)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        return t;
    n->key = key;
    *link = n;
    return t;
}
