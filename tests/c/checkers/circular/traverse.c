// Walks once around a ring.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

int sum(struct node *h) {
    sw_requires(circ(h));
    sw_ensures(circ(h));
    if (h == NULL)
        return 0;
    int sum = 0;
    struct node *c = h;
    do {
        sum += c->data; //~ safe[null-deref]
        c = c->next;
    } while (c != h);
    return sum;
}

int contains(struct node *h, int value) {
    sw_requires(circ(h));
    sw_ensures(circ(h));
    if (h == NULL)
        return 0;
    struct node *c = h;
    while (c->data != value) {
        c = c->next;
        if (c == h)
            return 0;
    }
    return 1;
}

void free_ring(struct node *h) {
    sw_requires(circ(h));
    if (h == NULL)
        return;
    struct node *c = h->next;
    while (c != h) {
        struct node *next = c->next;
        free(c);
        c = next;
    }
    free(h);
}
