// The cell that is taken out may be the one that the walk goes on from.
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
    sw_ensures(circ(sw_result) && sw_result != NULL);
    while (h != h->next) { //~ error[use-after-free]
        struct node *out = h;
        h = h->next;
        free(out);
    }
    return h;
}
