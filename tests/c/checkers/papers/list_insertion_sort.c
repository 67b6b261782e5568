// Sorts a list by putting one element after the other where it belongs.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) {
    return l == NULL || list(l->next);
}

struct node *list_insertion_sort(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *sorted = NULL;
    while (l != NULL) {
        struct node *x = l;
        l = l->next;
        if (sorted == NULL || x->data <= sorted->data) {
            x->next = sorted;
            sorted = x;
        } else {
            struct node *p = sorted;
            while (p->next != NULL && p->next->data < x->data)
                p = p->next;
            x->next = p->next;
            p->next = x;
        }
    }
    return sorted;
}
