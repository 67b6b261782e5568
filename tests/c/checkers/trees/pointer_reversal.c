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

/* Morris: the last node of a left subtree is linked to its successor for a while. */
int count(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    int n = 0;
    while (t != NULL) {
        if (t->left == NULL) {
            n++;
            t = t->right;
        } else {
            struct tree *p = t->left;
            while (p->right != NULL && p->right != t)
                p = p->right;
            if (p->right == NULL) {
                p->right = t;
                t = t->left;
            } else {
                p->right = NULL;
                n++;
                t = t->right;
            }
        }
    }
    return n;
}
