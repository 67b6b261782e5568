// Three cursors in one tree, each of which goes down anywhere.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int data;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

extern int __VERIFIER_nondet_int(void);

void walk(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    struct tree *a = t, *b = t, *c = t;
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (a != NULL)
                a = __VERIFIER_nondet_int() ? a->left : a->right;
            break;
        case 1:
            if (b != NULL)
                b = __VERIFIER_nondet_int() ? b->left : b->right;
            break;
        default:
            if (c != NULL)
                c = __VERIFIER_nondet_int() ? c->left : c->right;
            break;
        }
    }
    if (a != NULL)
        a->data = 1;
    if (b != NULL)
        b->data = 2;
    if (c != NULL)
        c->data = 3;
}
