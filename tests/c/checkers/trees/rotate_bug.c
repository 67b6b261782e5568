// The inner subtree is lost in the rotation.
//@ args: --domain checkers
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
    t->right = NULL;
    r->left = t; //~ error[leak]
    return r;
}
