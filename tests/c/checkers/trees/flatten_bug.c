// The links back are never set.
//@ args: --domain checkers
//@ unknown: what the function requires is not known to hold, so neither is what it does
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

/* The nodes as a list along `right`, with `left` leading back. */
bool chain(struct tree *t, struct tree *prev) {
    return t == NULL || (t->left == prev && chain(t->right, t));
}

struct tree *flatten_onto(struct tree *t, struct tree *rest) {
    sw_requires(tree(t) && chain(rest, NULL));
    sw_ensures(chain(sw_result, NULL));
    if (t == NULL)
        return rest;
    struct tree *right = flatten_onto(t->right, rest);
    t->right = right;
    struct tree *left = t->left;
    t->left = NULL;
    return flatten_onto(left, t); //~ error[contract]
}
