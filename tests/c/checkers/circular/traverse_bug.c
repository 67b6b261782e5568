// The cell where the walk began is freed first.
//@ args: --domain checkers
//@ unknown: nothing is known of what is freed here
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

void free_ring(struct node *h) {
    sw_requires(circ(h));
    if (h == NULL)
        return;
    struct node *c = h;
    do {
        struct node *next = c->next; //~ error[use-after-free] //~ FP[out-of-bounds]
        free(c); //~ FP[double-free] //~ FP[invalid-free]
        c = next;
    } while (c != NULL);
}
