// Two children that are one node: no tree for a clause, which reads each object once.
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
};

bool tree(struct tree *t) {
    return t == NULL || (tree(t->left) && tree(t->right));
}

int main(void) {
    struct tree *leaf = malloc(sizeof *leaf), *root = malloc(sizeof *root);
    if (leaf == NULL || root == NULL)
        abort();
    leaf->left = leaf->right = NULL;
    root->left = root->right = leaf;
    sw_assert(tree(root)); //~ error[assert-fail]
    free(leaf);
    free(root);
    return 0;
}
