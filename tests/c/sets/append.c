// Two lists in a row hold what both held.
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

struct list *append(struct list *a, struct list *b) {
    sw_bag of_a = sw_any(), of_b = sw_any(), of_both = sw_any();
    sw_requires(holds(a, of_a) && holds(b, of_b) && sw_sum(of_both, of_a, of_b));
    sw_ensures(holds(sw_result, of_both));
    if (a == NULL)
        return b;
    struct list *last = a;
    while (last->next != NULL)
        last = last->next;
    last->next = b;
    return a;
}
