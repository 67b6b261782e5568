// A doubly linked ring with a head of its own: empty, with one cell, empty again.
//@ args: --domain checkers
//@ proved
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

struct node *create(void) {
    sw_ensures(sw_result->next == sw_result && sw_result->prev == sw_result);
    struct node *h = malloc(sizeof *h);
    if (h == NULL)
        abort();
    h->data = 0;
    h->next = h;
    h->prev = h;
    return h;
}

struct node *create_single(int value) {
    sw_ensures(ring(sw_result));
    struct node *h = create();
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return h;
    c->data = value;
    c->next = h;
    c->prev = h;
    h->next = c;
    h->prev = c;
    return h;
}

void add(struct node *h, int value) {
    sw_requires(ring(h));
    sw_ensures(ring(h));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return;
    c->data = value;
    c->next = h->next;
    c->prev = h;
    h->next->prev = c;
    h->next = c;
}

void remove_first(struct node *h) {
    sw_requires(ring(h));
    sw_ensures(ring(h));
    struct node *c = h->next;
    if (c == h)
        return;
    h->next = c->next;
    c->next->prev = h;
    free(c);
}

void remove_last(struct node *h) {
    sw_requires(ring(h));
    sw_ensures(ring(h));
    struct node *c = h->prev;
    if (c == h)
        return;
    h->prev = c->prev;
    c->prev->next = h;
    free(c);
}

void destroy(struct node *h) {
    sw_requires(ring(h));
    while (h->next != h)
        remove_first(h);
    free(h);
}

int main(void) {
    struct node *h = create_single(1);
    add(h, 2);
    add(h, 3);
    remove_last(h);
    remove_first(h);
    destroy(h);
    return 0;
}
