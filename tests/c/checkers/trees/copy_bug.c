// The copy takes the right subtree of the original for its own.
//@ args: --domain checkers
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
    sw_ensures(tree(t) && tree(sw_result)); //~ error[contract]
    if (t == NULL)
        return NULL;
    struct tree *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    *c = *t;
    c->left = copy(t->left);
    return c;
}
