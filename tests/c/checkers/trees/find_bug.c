// The least key of an empty tree is asked for.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

int least(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    while (t->left != NULL) //~ error[null-deref]
        t = t->left;
    return t->key;
}
