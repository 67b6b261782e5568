// Two links lead to one cell: that is no tree, though the predicate, run as a function, is true of it. The domain asks for a tree.
//@ args: --domain three-valued
#include <assert.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
};

static int is_tree(const struct tree *t) {
    return t == NULL || (is_tree(t->left) && is_tree(t->right));
}

int main(void) {
    struct tree *root = malloc(sizeof *root);
    struct tree *leaf = malloc(sizeof *leaf);
    if (root != NULL && leaf != NULL) {
        leaf->left = NULL;
        leaf->right = NULL;
        root->left = leaf;
        root->right = NULL;
        assert(is_tree(root));
        root->right = leaf;
        assert(is_tree(root)); //~ FP[assert-fail]
    }
    free(root);
    free(leaf);
    return 0;
}
