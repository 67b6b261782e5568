// Merge sort that loses, drops and repeats elements.
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

// The element in the middle is lost.
struct list *split(struct list *l) {
    sw_bag values = sw_any(), kept = sw_any(), given = sw_any();
    sw_requires(holds(l, values) && l != NULL);
    sw_ensures(holds(l, kept) && holds(sw_result, given) && sw_sum(values, kept, given)); //~ error[contract]
    struct list *slow = l, *fast = l->next;
    while (fast != NULL) {
        fast = fast->next;
        if (fast != NULL) {
            slow = slow->next;
            fast = fast->next;
        }
    }
    struct list *second = slow->next;
    if (second != NULL) {
        struct list *gone = second;
        second = second->next;
        free(gone);
    }
    slow->next = NULL;
    return second;
}

// Equal elements are freed.
struct list *unite(struct list *a, struct list *b) {
    sw_bag of_a = sw_any(), of_b = sw_any(), of_both = sw_any();
    sw_requires(holds(a, of_a) && holds(b, of_b) && sw_sum(of_both, of_a, of_b));
    sw_ensures(holds(sw_result, of_both)); //~ error[contract]
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    if (a->value == b->value) {
        struct list *gone = b;
        b = b->next;
        free(gone);
        return unite(a, b);
    }
    if (a->value < b->value) {
        a->next = unite(a->next, b);
        return a;
    }
    b->next = unite(a, b->next);
    return b;
}

// The last element of one list takes the value of the other's.
struct list *merge(struct list *a, struct list *b) {
    sw_bag of_a = sw_any(), of_b = sw_any(), of_both = sw_any();
    sw_requires(holds(a, of_a) && holds(b, of_b) && sw_sum(of_both, of_a, of_b));
    sw_ensures(holds(sw_result, of_both)); //~ error[contract]
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    struct list *first;
    if (a->value <= b->value) {
        first = a;
        a = a->next;
    } else {
        first = b;
        b = b->next;
    }
    struct list *last = first;
    while (a != NULL && b != NULL) {
        if (a->value <= b->value) {
            last->next = a;
            a->value = b->value;
            a = a->next;
        } else {
            last->next = b;
            b = b->next;
        }
        last = last->next;
    }
    last->next = a != NULL ? a : b;
    return first;
}
