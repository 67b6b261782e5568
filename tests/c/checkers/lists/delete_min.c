// Takes the cell with the smallest value out of a list.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *delete_min(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    if (l == NULL)
        return NULL;
    struct node *min = l;
    struct node *before_min = NULL;
    struct node *prev = l;
    for (struct node *c = l->next; c != NULL; c = c->next) {
        if (c->data < min->data) {
            min = c;
            before_min = prev;
        }
        prev = c;
    }
    if (before_min == NULL)
        l = min->next;
    else
        before_min->next = min->next;
    free(min);
    return l;
}
