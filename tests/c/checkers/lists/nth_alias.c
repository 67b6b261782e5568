// Two cursors into one list whose order is not known.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

static struct node *nth(struct node *l, int n) {
    while (l != NULL && n-- > 0)
        l = l->next;
    return l;
}

int difference(struct node *l, int i, int j) {
    sw_requires(list(l));
    sw_ensures(list(l));
    struct node *a = nth(l, i);
    struct node *b = nth(l, j);
    if (a == NULL || b == NULL)
        return 0;
    a->data = b->data;
    return a->data - b->data;
}

void swap_data(struct node *l, int value, int other) {
    sw_requires(list(l));
    sw_ensures(list(l));
    struct node *a = l;
    while (a != NULL && a->data != value)
        a = a->next;
    struct node *b = l;
    while (b != NULL && b->data != other)
        b = b->next;
    if (a != NULL && b != NULL) {
        int t = a->data;
        a->data = b->data;
        b->data = t;
    }
}
