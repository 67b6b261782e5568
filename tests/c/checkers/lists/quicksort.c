// Sorts a list by parting it at its first cell, and both parts again.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *quicksort(struct node *l, struct node *rest) {
    sw_requires(list(l) && list(rest));
    sw_ensures(list(sw_result));
    if (l == NULL)
        return rest;
    struct node *pivot = l;
    struct node *less = NULL;
    struct node *more = NULL;
    l = l->next;
    while (l != NULL) {
        struct node *next = l->next;
        if (l->data < pivot->data) {
            l->next = less;
            less = l;
        } else {
            l->next = more;
            more = l;
        }
        l = next;
    }
    pivot->next = quicksort(more, rest);
    return quicksort(less, pivot);
}

static struct node *push(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->data = value;
    c->next = l;
    return c;
}

static void destroy(struct node *l) {
    sw_requires(list(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    for (int n = 0; n < 6; n++) {
        struct node *l = NULL;
        for (int i = 0; i < n; i++)
            l = push(l, i * 5 % 7);
        l = quicksort(l, NULL);
        destroy(l);
    }
    return 0;
}
