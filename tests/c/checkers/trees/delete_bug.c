// The right subtree of the node that takes the place is lost.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *delete_root(struct tree *t) {
    sw_requires(tree(t) && t != NULL);
    sw_ensures(tree(sw_result));
    if (t->left == NULL) {
        struct tree *right = t->right;
        free(t);
        return right;
    }
    struct tree *left = t->left;
    free(t); //~ error[leak]
    return left;
}
