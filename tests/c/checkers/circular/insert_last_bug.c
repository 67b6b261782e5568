// The new cell takes the place of the head instead of standing before it.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

struct node *insert_last(struct node *h, int value) {
    sw_requires(circ(h));
    sw_ensures(circ(sw_result));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return h;
    c->data = value;
    if (h == NULL) {
        c->next = c;
        return c;
    }
    struct node *last = h;
    while (last->next != h)
        last = last->next;
    c->next = c;
    last->next = c; //~ FP[leak]
    return c; //~ error[leak]
}
