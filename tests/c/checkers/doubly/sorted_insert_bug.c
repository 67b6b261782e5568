// The place is looked for in the wrong direction.
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

bool ordered(struct node *l, struct node *prev, int least) {
    return l == NULL || (l->prev == prev && least <= l->data && ordered(l->next, l, l->data));
}

struct node *insert(struct node *l, struct node *c, int least) {
    sw_requires(ordered(l, NULL, least) && c->next == NULL && least <= c->data);
    sw_ensures(ordered(sw_result, NULL, least)); //~ error[contract]
    if (l == NULL || c->data <= l->data) {
        c->prev = NULL;
        c->next = l;
        if (l != NULL)
            l->prev = c;
        return c;
    }
    struct node *p = l;
    while (p->next != NULL && p->next->data > c->data)
        p = p->next;
    c->prev = p;
    c->next = p->next;
    if (c->next != NULL)
        c->next->prev = c;
    p->next = c;
    return l;
}
