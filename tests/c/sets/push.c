// A new element at the front: the list holds one value more.
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

struct list *push(struct list *l, int value) {
    sw_bag before = sw_any(), after = sw_any();
    sw_requires(holds(l, before));
    sw_ensures(holds(sw_result, after) && sw_with(after, before, value));
    struct list *first = malloc(sizeof *first);
    if (first == NULL)
        abort();
    first->value = value;
    first->next = l;
    return first;
}
