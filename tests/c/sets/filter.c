// Two lists out of one: together they hold what it held.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct list {
    struct list *next;
    int value;
};

static bool holds(struct list *l, sw_bag values) {
    sw_bag rest;
    return l == NULL ? sw_empty(values) : sw_split(values, l->value, &rest) && holds(l->next, rest);
}

void partition(struct list *l, int pivot, struct list **small, struct list **large) {
    sw_bag values = sw_any(), below = sw_any(), above = sw_any();
    sw_requires(holds(l, values) && *small == NULL && *large == NULL);
    sw_ensures(holds(*small, below) && holds(*large, above) && sw_sum(values, below, above));
    struct list *a = NULL, *b = NULL;
    while (l != NULL) {
        struct list *next = l->next;
        if (l->value < pivot) {
            l->next = a;
            a = l;
        } else {
            l->next = b;
            b = l;
        }
        l = next;
    }
    *small = a;
    *large = b;
}
