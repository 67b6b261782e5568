// The head of an empty ring is taken out of it and freed.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

bool cells(struct node *l, struct node *prev, struct node *head, struct node *last) {
    return l == head ? prev == last
                     : l != NULL && l->prev == prev && cells(l->next, l, head, last);
}

bool ring(struct node *h) { return h != NULL && cells(h->next, h, h, h->prev); }

void remove_first(struct node *h) {
    sw_requires(ring(h));
    sw_ensures(ring(h)); //~ error[contract]
    struct node *c = h->next;
    h->next = c->next;
    c->next->prev = h;
    free(c);
}
