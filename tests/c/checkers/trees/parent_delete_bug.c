// The parent keeps its link to the node that was freed.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    struct tree *up;
    int key;
};

bool ptree(struct tree *t, struct tree *up) {
    return t == NULL || (t->up == up && ptree(t->left, t) && ptree(t->right, t));
}

struct tree *delete_leaf(struct tree *root, int key) {
    sw_requires(ptree(root, NULL));
    sw_ensures(ptree(sw_result, NULL)); //~ error[contract]
    struct tree *n = root;
    while (n != NULL && n->key != key)
        n = key < n->key ? n->left : n->right;
    if (n == NULL || n->left != NULL || n->right != NULL)
        return root;
    if (n == root)
        root = NULL;
    free(n);
    return root;
}
