// A ring may have one cell only, which is then its own successor.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

bool single(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(h) && !sw_result); //~ error[contract]
    return h->next == h;
}

int first_or_second(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(h) && sw_result != 1); //~ error[contract]
    struct node *c = h->next;
    if (c != h)
        return 2;
    return 1;
}
