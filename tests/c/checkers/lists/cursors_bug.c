// Four cursors on one list in an order that is not known; one of them frees its cell and another goes on.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

extern int __VERIFIER_nondet_int(void);

void walk(struct node *l) {
    sw_requires(list(l));
    struct node *a = l, *b = l, *c = l, *d = l;
    while (__VERIFIER_nondet_int()) {
        if (a != NULL && __VERIFIER_nondet_int())
            a = a->next;
        if (b != NULL && __VERIFIER_nondet_int())
            b = b->next;
        if (c != NULL && __VERIFIER_nondet_int())
            c = c->next;
        if (d != NULL && __VERIFIER_nondet_int())
            d = d->next;
    }
    if (a != NULL && b != NULL && a != l) {
        struct node *p = l;
        while (p->next != a) //~ FP[null-deref]
            p = p->next;
        p->next = a->next;
        free(a);
        b->data = 1; //~ error[use-after-free]
    }
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}
