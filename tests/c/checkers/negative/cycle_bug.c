// An insertion that closes a circle.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *insert_last(struct node *l, struct node *c) {
    sw_requires(list(l) && c->next == NULL);
    sw_ensures(list(sw_result)); //~ error[contract]
    if (l == NULL)
        return c;
    struct node *p = l;
    while (p->next != NULL)
        p = p->next;
    p->next = c;
    c->next = l;
    return l;
}

struct node *move_to_front(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(sw_result)); //~ error[contract]
    struct node *p = l;
    while (p->next != NULL)
        p = p->next;
    p->next = l;
    return p;
}
