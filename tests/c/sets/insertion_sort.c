// Insertion sort: the list holds what it held.
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

struct list *sort(struct list *l) {
    sw_bag values = sw_any();
    sw_requires(holds(l, values));
    sw_ensures(holds(sw_result, values));
    struct list *sorted = NULL;
    while (l != NULL) {
        struct list *x = l;
        l = l->next;
        if (sorted == NULL || x->value <= sorted->value) {
            x->next = sorted;
            sorted = x;
        } else {
            struct list *at = sorted;
            while (at->next != NULL && at->next->value < x->value)
                at = at->next;
            x->next = at->next;
            at->next = x;
        }
    }
    return sorted;
}
