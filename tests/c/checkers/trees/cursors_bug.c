// Three cursors in one tree, each of which goes down anywhere; what is below one of them is freed, where another may be.
//@ args: --domain checkers
//@ unknown: it is not known what is written to here
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int data;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

extern int __VERIFIER_nondet_int(void);

static void destroy(struct tree *t) {
    sw_requires(tree(t));
    if (t == NULL)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}

void walk(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    struct tree *a = t, *b = t, *c = t;
    while (__VERIFIER_nondet_int()) {
        if (a != NULL && __VERIFIER_nondet_int())
            a = __VERIFIER_nondet_int() ? a->left : a->right;
        if (b != NULL && __VERIFIER_nondet_int())
            b = __VERIFIER_nondet_int() ? b->left : b->right;
        if (c != NULL && __VERIFIER_nondet_int())
            c = __VERIFIER_nondet_int() ? c->left : c->right;
    }
    if (a != NULL) {
        destroy(a->left);
        a->left = NULL;
        if (b != NULL)
            b->data = 1; //~ error[use-after-free] //~ FP[out-of-bounds]
    }
    if (c != NULL && a == NULL)
        c->data = 2;
}
