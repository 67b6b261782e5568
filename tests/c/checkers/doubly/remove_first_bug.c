// The list is assumed to have a second cell.
//@ args: --domain checkers
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

struct node *remove_first(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL));
    if (l == NULL)
        return NULL;
    struct node *rest = l->next;
    rest->prev = NULL; //~ error[null-deref]
    free(l);
    return rest;
}
