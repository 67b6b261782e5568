// The only cell of a ring is freed and stays its own successor.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

struct node *remove_after(struct node *h) {
    sw_requires(circ(h));
    sw_ensures(circ(sw_result));
    if (h == NULL)
        return NULL;
    struct node *c = h->next;
    struct node *rest = c->next;
    free(c);
    h->next = rest; //~ error[use-after-free]
    return h;
}
