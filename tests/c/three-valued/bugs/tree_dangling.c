// A predicate is asked of a tree that has lost a leaf.
//@ args: --domain three-valued
#include <assert.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
};

static int is_tree(const struct tree *t) {
    return t == NULL || (is_tree(t->left) && is_tree(t->right)); //~ error[use-after-free]
}

int main(void) {
    struct tree *root = malloc(sizeof *root);
    struct tree *leaf = malloc(sizeof *leaf);
    if (root == NULL || leaf == NULL) {
        free(root);
        free(leaf);
        return 0;
    }
    leaf->left = NULL;
    leaf->right = NULL;
    root->left = leaf;
    root->right = NULL;
    free(leaf);
    assert(is_tree(root)); //~ error[use-after-free]
    free(root);
    return 0;
}
