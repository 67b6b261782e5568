// A list is given to a function that asks for a sorted one.
//@ args: --domain checkers
//@ unknown: what the function requires is not known to hold, so neither is what it does
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }
bool sorted(struct node *l, int min) { return l == NULL || (l->data >= min && sorted(l->next, l->data)); }
bool ended(struct node *l, int last) {
    return l != NULL && (l->next == NULL ? l->data == last : ended(l->next, last));
}

int least(struct node *l) {
    sw_requires(sorted(l, 0));
    sw_ensures(sorted(l, 0));
    return l == NULL ? 0 : l->data;
}

int of_list(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l));
    return least(l); //~ error[contract]
}

int of_ended(struct node *l) {
    sw_requires(ended(l, 5));
    sw_ensures(list(l));
    return least(l); //~ error[contract]
}
