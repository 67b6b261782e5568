// Of a ring every k-th cell is taken out until one is left.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }

struct node *josephus(struct node *h, int k) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(sw_result) && sw_result != NULL);
    while (h->next != h) {
        for (int i = 1; i < k; i++)
            h = h->next;
        struct node *out = h->next;
        if (out == h)
            break;
        h->next = out->next;
        free(out);
    }
    return h;
}
