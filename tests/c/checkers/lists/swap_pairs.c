// Swaps each cell with the one behind it.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *swap_pairs(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node **link = &l;
    while (*link != NULL && (*link)->next != NULL) {
        struct node *a = *link;
        struct node *b = a->next;
        a->next = b->next;
        b->next = a;
        *link = b;
        link = &a->next;
    }
    return l;
}

struct node *swap_recursive(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    if (l == NULL || l->next == NULL)
        return l;
    struct node *second = l->next;
    l->next = swap_recursive(second->next);
    second->next = l;
    return second;
}

struct node *swap_with_prev(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *prev = NULL;
    struct node *a = l;
    while (a != NULL && a->next != NULL) {
        struct node *b = a->next;
        a->next = b->next;
        b->next = a;
        if (prev == NULL)
            l = b;
        else
            prev->next = b;
        prev = a;
        a = a->next;
    }
    return l;
}
