// The cell before the new one does not learn of it.
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

struct node *insert_before(struct node *l, struct node *c, int value) {
    sw_requires(dll(l, NULL) && c->next == NULL);
    sw_ensures(dll(sw_result, NULL)); //~ error[contract]
    struct node *p = l;
    while (p != NULL && p->data != value)
        p = p->next;
    if (p == NULL) {
        free(c);
        return l;
    }
    c->next = p;
    c->prev = p->prev;
    if (p->prev == NULL)
        l = c;
    p->prev = c;
    return l;
}
