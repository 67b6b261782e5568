// Puts a cell before the head of a ring, found by walking around it.
//@ proved
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
    last->next = c;
    c->next = h;
    return h;
}

struct node *rotate(struct node *h) {
    sw_requires(circ(h) && h != NULL);
    sw_ensures(circ(sw_result));
    return h->next;
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
        h = insert_last(h, n);
        if (h != NULL)
            h = rotate(h);
        destroy(h);
    }
    return 0;
}
