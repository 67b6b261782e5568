// The first cell of a ring is not linked to itself.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

struct node *insert_after(struct node *h, int value) {
    sw_requires(circ(h));
    sw_ensures(circ(sw_result)); //~ error[contract]
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return h;
    c->data = value;
    if (h == NULL) {
        c->next = NULL;
        return c;
    }
    c->next = h->next;
    h->next = c;
    return h;
}
