// The two cells point to each other.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *swap_pairs(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result)); //~ error[contract]
    if (l == NULL || l->next == NULL)
        return l;
    struct node *second = l->next;
    struct node *rest = second->next;
    second->next = l;
    if (rest != NULL)
        l->next = rest;
    return second;
}
