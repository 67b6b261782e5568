// Two parts are not one if the end of the second may be in the first: nothing says where it is, or that what begins there is not empty.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; struct node *jump; int key; };
bool to(struct node *n, struct node *end) { return n == end || (n != NULL && to(n->next, end)); }
void join_any(struct node *x, struct node *y, struct node *h) {
    sw_requires(to(x, y) && to(y, h));
    sw_ensures(to(x, h)); //~ FP[contract]
} //~ error[contract]

void join_empty(struct node *x, struct node *y, struct node *h, struct node *e) {
    sw_requires(to(x, y) && to(y, h) && to(h, e));
    sw_ensures(to(x, h) && to(h, e)); //~ FP[contract]
} //~ error[contract]

void swap(struct node *x, struct node *y) {
    sw_requires(to(x, y) && to(y, NULL));
    sw_ensures(to(x, y) && to(y, NULL)); //~ error[contract]
    struct node *p = x;
    while (p != y && p->next != y) p = p->next;
    if (p != y && y) { p->next = y->next; y->next = x; }
}

void close_ring(struct node *x, struct node *y) {
    sw_requires(to(x, y) && y != NULL && to(y->next, x));
    sw_ensures(to(x, y) && y != NULL && to(y->next, y)); //~ error[contract]
}
