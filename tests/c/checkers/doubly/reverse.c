// Turns a doubly linked list around by swapping the links of every cell.
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

struct node *reverse(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL));
    struct node *last = NULL;
    while (l != NULL) {
        struct node *next = l->next;
        l->next = l->prev;
        l->prev = next;
        last = l;
        l = next;
    }
    return last;
}
