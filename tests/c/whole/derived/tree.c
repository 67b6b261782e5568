// A binary tree with parents, grown at a place that input decides, and freed from its leaves.
//@ unknown: the heap has too many parts here for the analysis to keep apart
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
#define input __VERIFIER_nondet_int

struct node {
    struct node *left, *right, *parent;
};

int main(void) {
    struct node *root = calloc(1, sizeof *root);
    if (root == NULL)
        return 1;
    while (input()) {
        struct node *n = root;
        for (;;) {
            struct node *child = input() ? n->left : n->right;
            if (child == NULL)
                break;
            n = child;
        }
        struct node *leaf = calloc(1, sizeof *leaf);
        if (leaf == NULL)
            break;
        leaf->parent = n;
        if (n->left == NULL)
            n->left = leaf;
        else if (n->right == NULL)
            n->right = leaf;
        else
            free(leaf);
    }
    while (root != NULL) { //~ FP[leak]
        if (root->left != NULL) {
            root = root->left;
        } else if (root->right != NULL) {
            root = root->right;
        } else {
            struct node *parent = root->parent;
            if (parent != NULL) {
                if (parent->left == root) //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
                    parent->left = NULL; //~ FP[use-after-free] //~ FP[out-of-bounds]
                else
                    parent->right = NULL; //~ FP[use-after-free] //~ FP[out-of-bounds]
            }
            free(root);
            root = parent;
        }
    }
    return 0;
}
