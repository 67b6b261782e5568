// The cells that are not less are dropped.
//@ args: --domain checkers
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
    l = l->next;
    while (l != NULL) {
        struct node *next = l->next;
        if (l->data < pivot->data) {
            l->next = less;
            less = l;
        }
        l = next; //~ error[leak]
    }
    pivot->next = rest; //~ error[leak]
    return quicksort(less, pivot);
}
