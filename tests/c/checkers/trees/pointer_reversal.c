// Walks through a whole tree without a stack: the links to the children lead back to the parents meanwhile.
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

/* Visits every node three times, rotating its three links (left, right, parent) each time. */
void walk(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    if (t == NULL)
        return;
    struct tree *prev = (struct tree *)-1;
    struct tree *cur = t;
    while (cur != (struct tree *)-1) {
        struct tree *next = cur->left;
        cur->left = cur->right;
        cur->right = prev;
        prev = cur;
        cur = next;
        if (cur == NULL) {
            cur = prev;
            prev = NULL;
        }
    }
}
