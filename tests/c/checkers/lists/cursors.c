// Ten cursors that walk over one list in an order that is not known.
//@ args: --domain checkers
//@ proved
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
            if (a != NULL)
                a = a->next;
            break;
        case 1:
            if (b != NULL)
                b = b->next;
            break;
        case 2:
            if (c != NULL)
                c = c->next;
            break;
        case 3:
            if (d != NULL)
                d = d->next;
            break;
        case 4:
            if (e != NULL)
                e = e->next;
            break;
        case 5:
            if (f != NULL)
                f = f->next;
            break;
        case 6:
            if (g != NULL)
                g = g->next;
            break;
        case 7:
            if (h != NULL)
                h = h->next;
            break;
        case 8:
            if (i != NULL)
                i = i->next;
            break;
        default:
            if (j != NULL)
                j = j->next;
            break;
        }
    }
}
