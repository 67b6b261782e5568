// The right subtree is read from a node that was freed.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

void free_tree(struct tree *t) {
    sw_requires(tree(t));
    if (t == NULL)
        return;
    free_tree(t->left);
    struct tree *r = t->right;
    free(t);
    free_tree(r);
    free_tree(t->right); //~ error[use-after-free]
}
