// A value is overwritten while the list is reversed.
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

struct list *reverse(struct list *l) {
    sw_bag values = sw_any();
    sw_requires(holds(l, values));
    sw_ensures(holds(sw_result, values)); //~ error[contract]
    struct list *done = NULL;
    while (l != NULL) {
        struct list *next = l->next;
        l->next = done;
        l->value = 1;
        done = l;
        l = next;
    }
    return done;
}
