// A subtree is hung up twice.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *splay_step(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result)); //~ error[contract]
    if (t == NULL || t->left == NULL || key >= t->key)
        return t;
    struct tree *l = t->left;
    struct tree *middle = l->right;
    l->right = t;
    t->left = middle;
    t->right = middle; //~ error[leak]
    return l;
}
