// The cell that is taken out may be the one that the walk goes on from.
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

struct node *every_second(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(sw_result) && sw_result != NULL); //~ FP[contract]
    while (h != h->next) { //~ error[use-after-free] //~ FP[uninitialized] //~ FP[out-of-bounds]
        struct node *out = h;
        h = h->next; //~ FP[use-after-free] //~ FP[out-of-bounds]
        free(out); //~ FP[double-free] //~ FP[invalid-free]
    }
    return h;
}
