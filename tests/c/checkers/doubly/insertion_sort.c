// Sorts a doubly linked list by insertion.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

bool dll(struct node *l, struct node *prev) {
    return l == NULL || (l->prev == prev && dll(l->next, l));
}

struct node *insertion_sort(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL));
    struct node *sorted = NULL;
    while (l != NULL) {
        struct node *c = l;
        l = l->next;
        if (sorted == NULL || c->data <= sorted->data) {
            c->prev = NULL;
            c->next = sorted;
            if (sorted != NULL)
                sorted->prev = c;
            sorted = c;
        } else {
            struct node *p = sorted;
            while (p->next != NULL && p->next->data < c->data)
                p = p->next;
            c->prev = p;
            c->next = p->next;
            if (p->next != NULL)
                p->next->prev = c;
            p->next = c;
        }
    }
    return sorted;
}
