// Insertion sort that frees what is there already, one that writes a value twice, and one that forgets a link.
//@ unknown: the heap has too many parts here for the analysis to keep apart
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

struct list *without_repetition(struct list *l) {
    sw_bag values = sw_any();
    sw_requires(holds(l, values));
    sw_ensures(holds(sw_result, values)); //~ error[contract]
    struct list *sorted = NULL;
    while (l != NULL) {
        struct list *x = l;
        l = l->next;
        if (sorted == NULL || x->value < sorted->value) {
            x->next = sorted;
            sorted = x;
        } else {
            struct list *at = sorted;
            while (at->next != NULL && at->next->value < x->value)
                at = at->next;
            if (at->value == x->value) {
                free(x);
                continue;
            }
            x->next = at->next;
            at->next = x;
        }
    }
    return sorted;
}

struct list *repeating(struct list *l) {
    sw_bag values = sw_any();
    sw_requires(holds(l, values));
    sw_ensures(holds(sw_result, values)); //~ error[contract]
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
            at->value = x->value;
        }
    }
    return sorted;
}

struct list *unlinked(struct list *l) {
    sw_bag values = sw_any();
    sw_requires(holds(l, values));
    sw_ensures(holds(sw_result, values)); //~ error[contract]
    struct list *sorted = NULL;
    while (l != NULL) {
        struct list *x = l;
        l = l->next;
        if (sorted == NULL || x->value <= sorted->value) {
            sorted = x; //~ error[leak]
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
