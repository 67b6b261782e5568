// One ring is put into the other, and the way back is missing.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

struct node *join(struct node *a, struct node *b) {
    sw_requires(circ(a) && circ(b));
    sw_ensures(circ(sw_result));
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    a->next = b->next; //~ error[leak]
    b->next = a;
    return a;
}
