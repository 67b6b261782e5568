// Two rings are joined to one, and one ring is parted into two.
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
    struct node *a_next = a->next;
    a->next = b->next;
    b->next = a_next;
    return a;
}

struct node *split_after(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(h) && circ(sw_result));
    struct node *c = h->next;
    if (c == h)
        return NULL;
    struct node *second = c->next;
    if (second == h)
        return NULL;
    h->next = second->next;
    second->next = second;
    free(c);
    return second;
}
