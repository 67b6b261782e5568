// The cell behind the one that is taken out still points back to it.
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

struct node *remove_value(struct node *l, int value) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL)); //~ error[contract]
    struct node *c = l;
    while (c != NULL && c->data != value)
        c = c->next;
    if (c == NULL)
        return l;
    if (c->prev != NULL)
        c->prev->next = c->next;
    else
        l = c->next;
    free(c);
    return l;
}
