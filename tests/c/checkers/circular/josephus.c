// Of a ring every k-th cell is taken out until one is left.
//@ proved
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

static struct node *add(struct node *h, int value) {
    sw_requires(circ(h));
    sw_ensures(circ(sw_result) && sw_result != NULL);
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->data = value;
    if (h == NULL) {
        c->next = c;
        return c;
    }
    c->next = h->next;
    h->next = c;
    return h;
}

static void destroy(struct node *h) {
    sw_requires(circ(h));
    while (h != NULL) {
        struct node *c = h->next;
        if (c == h) {
            free(h);
            return;
        }
        h->next = c->next;
        free(c);
    }
}

int main(void) {
    for (int n = 1; n < 5; n++) {
        struct node *h = add(NULL, 0);
        for (int i = 1; i < n; i++)
            h = add(h, i);
        h = josephus(h, 3);
        destroy(h);
    }
    return 0;
}
