// The new node does not know its parent.
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

struct tree *insert(struct tree *t, struct tree *n) {
    sw_requires(ptree(t, NULL) && n->left == NULL && n->right == NULL);
    sw_ensures(ptree(sw_result, NULL)); //~ error[contract]
    struct tree *up = NULL;
    struct tree *p = t;
    while (p != NULL) {
        up = p;
        p = n->key < p->key ? p->left : p->right;
    }
    n->up = NULL;
    if (up == NULL)
        return n;
    if (n->key < up->key)
        up->left = n;
    else
        up->right = n;
    return t;
}
