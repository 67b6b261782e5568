// Two parts are one if the end of the second is not in the first: null, what begins another structure, or the head of a ring.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; struct node *jump; int key; };
bool to(struct node *n, struct node *end) { return n == end || (n != NULL && to(n->next, end)); }
void join_null(struct node *x, struct node *y) {
    sw_requires(to(x, y) && to(y, NULL));
    sw_ensures(to(x, NULL));
}

void join_before(struct node *x, struct node *y, struct node *h) {
    sw_requires(to(x, y) && to(y, h) && h != NULL && to(h, NULL));
    sw_ensures(to(x, h) && to(h, NULL));
}

void join_begun(struct node *x, struct node *y, struct node *h, struct node *e) {
    sw_requires(to(x, y) && to(y, h) && to(h, e) && h != e);
    sw_ensures(to(x, h) && to(h, e));
}

void close_ring(struct node *x, struct node *y) {
    sw_requires(x != NULL && to(x->next, y) && y != NULL && to(y->next, x));
    sw_ensures(x != NULL && to(x->next, x));
}

void cut(struct node *x) {
    sw_requires(x != NULL && to(x->next, x));
    sw_ensures(x != NULL && to(x->next, x));
    struct node *p = x->next;
    while (p != x && __VERIFIER_nondet_int()) p = p->next;
    if (p != x && p->next != x) { struct node *n = p->next; p->next = n->next; free(n); }
}

void two_rings(struct node *x, struct node *y) {
    sw_requires(x != NULL && to(x->next, x) && y != NULL && to(y->next, y));
    sw_ensures(x != NULL && to(x->next, x));
    struct node *t = x->next; x->next = y; struct node *p = y; while (p->next != y) p = p->next; p->next = t;
}
