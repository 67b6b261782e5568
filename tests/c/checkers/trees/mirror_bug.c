// One side is copied to the other instead of being swapped.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

void mirror(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t)); //~ error[contract]
    if (t == NULL)
        return;
    t->left = t->right; //~ error[leak]
    t->right = t->left;
}
