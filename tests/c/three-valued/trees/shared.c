// Two links lead to one cell: that is no tree, and a predicate that is asserted claims each cell once.
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
        assert(is_tree(root)); //~ error[assert-fail]
    }
    free(root);
    free(leaf);
    return 0;
}
