// The old first cell does not point back to the new one.
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

struct node *push(struct node *l, int value) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(sw_result, NULL)); //~ error[contract]
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = value;
    c->prev = NULL;
    c->next = l;
    return c;
}
