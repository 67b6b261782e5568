// One subtree is kept at two places, and another one is lost.
//@ args: --domain three-valued
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *rotate(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result)); //~ error[contract]
    if (t == NULL || t->left == NULL)
        return t;
    struct tree *top = t->left;
    top->right = t; //~ error[leak]
    return top;
}
