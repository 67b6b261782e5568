// The walk stops at the first leaf and leaves the links turned around.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

void walk(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    struct tree *prev = NULL;
    struct tree *cur = t;
    while (cur != NULL) {
        struct tree *next = cur->left;
        cur->left = prev;
        prev = cur;
        cur = next;
    }
} //~ error[leak]
