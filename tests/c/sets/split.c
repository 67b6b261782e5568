// Every other element into a second list, in four ways: both lists together hold what the list held.
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

struct list *onto_one(struct list *l) {
    sw_bag values = sw_any(), kept = sw_any(), given = sw_any();
    sw_requires(holds(l, values));
    sw_ensures(holds(l, kept) && holds(sw_result, given) && sw_sum(values, kept, given));
    struct list *second = NULL;
    struct list *at = l;
    while (at != NULL && at->next != NULL) {
        struct list *x = at->next;
        at->next = x->next;
        x->next = second;
        second = x;
        at = at->next;
    }
    return second;
}

struct list *onto_both(struct list *l, struct list **other) {
    sw_bag values = sw_any(), kept = sw_any(), given = sw_any();
    sw_requires(holds(l, values) && *other == NULL);
    sw_ensures(holds(sw_result, kept) && holds(*other, given) && sw_sum(values, kept, given));
    struct list *a = NULL, *b = NULL;
    while (l != NULL) {
        struct list *x = l;
        l = l->next;
        x->next = a;
        a = b;
        b = x;
    }
    *other = b;
    return a;
}

struct list *behind_both(struct list *l) {
    sw_bag values = sw_any(), kept = sw_any(), given = sw_any();
    sw_requires(holds(l, values));
    sw_ensures(holds(l, kept) && holds(sw_result, given) && sw_sum(values, kept, given));
    if (l == NULL || l->next == NULL)
        return NULL;
    struct list *second = l->next;
    struct list *a = l, *b = second;
    while (b != NULL && b->next != NULL) {
        a->next = b->next;
        a = a->next;
        b->next = a->next;
        b = b->next;
    }
    a->next = NULL;
    return second;
}

struct list *recursively(struct list *l) {
    sw_bag values = sw_any(), kept = sw_any(), given = sw_any();
    sw_requires(holds(l, values));
    sw_ensures(holds(l, kept) && holds(sw_result, given) && sw_sum(values, kept, given));
    if (l == NULL || l->next == NULL)
        return NULL;
    struct list *x = l->next;
    l->next = x->next;
    x->next = recursively(l->next);
    return x;
}
