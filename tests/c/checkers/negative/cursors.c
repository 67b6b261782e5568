// Ten cursors that walk over one list in an order that is not known.
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
    sw_ensures(list(l));
    struct node *a = l, *b = l, *c = l, *d = l, *e = l;
    struct node *f = l, *g = l, *h = l, *i = l, *j = l;
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (a != NULL) //~ FP[uninitialized]
                a = a->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            break;
        case 1:
            if (b != NULL) //~ FP[uninitialized]
                b = b->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            break;
        case 2:
            if (c != NULL) //~ FP[uninitialized]
                c = c->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            break;
        case 3:
            if (d != NULL) //~ FP[uninitialized]
                d = d->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            break;
        case 4:
            if (e != NULL) //~ FP[uninitialized]
                e = e->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            break;
        case 5:
            if (f != NULL) //~ FP[uninitialized]
                f = f->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            break;
        case 6:
            if (g != NULL) //~ FP[uninitialized]
                g = g->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            break;
        case 7:
            if (h != NULL) //~ FP[uninitialized]
                h = h->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            break;
        case 8:
            if (i != NULL) //~ FP[uninitialized]
                i = i->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            break;
        default:
            if (j != NULL) //~ FP[uninitialized]
                j = j->next; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
            break;
        }
    }
}
