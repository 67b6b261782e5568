// Puts cells into a doubly linked list.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

bool dll(struct node *l, struct node *prev) {
    return l == NULL || (l->prev == prev && dll(l->next, l));
}

static struct node *cell(int value) {
    sw_ensures(sw_result->next == NULL && sw_result->prev == NULL);
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->data = value;
    c->next = NULL;
    c->prev = NULL;
    return c;
}

struct node *push(struct node *l, int value) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL));
    struct node *c = cell(value);
    c->next = l;
    if (l != NULL)
        l->prev = c;
    return c;
}

struct node *insert_before(struct node *l, int value, int other) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL));
    struct node *p = l;
    while (p != NULL && p->data != value)
        p = p->next;
    if (p == NULL)
        return l;
    struct node *c = cell(other);
    c->next = p;
    c->prev = p->prev;
    if (p->prev != NULL)
        p->prev->next = c;
    else
        l = c;
    p->prev = c;
    return l;
}

void insert_after(struct node *l, int value, int other) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(l, NULL));
    struct node *p = l;
    while (p != NULL && p->data != value)
        p = p->next;
    if (p == NULL)
        return;
    struct node *c = cell(other);
    c->prev = p;
    c->next = p->next;
    if (p->next != NULL)
        p->next->prev = c;
    p->next = c;
}

struct node *append(struct node *a, struct node *b) {
    sw_requires(dll(a, NULL) && dll(b, NULL));
    sw_ensures(dll(sw_result, NULL));
    if (a == NULL)
        return b;
    struct node *p = a;
    while (p->next != NULL)
        p = p->next;
    p->next = b;
    if (b != NULL)
        b->prev = p;
    return a;
}
