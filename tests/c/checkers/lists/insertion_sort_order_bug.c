// The comparison looks one cell too far back: the new cell stands before a smaller one.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool sorted(struct node *l, int least) {
    return l == NULL || (least <= l->data && sorted(l->next, l->data));
}

struct node *insert(struct node *l, struct node *c, int least) {
    sw_requires(sorted(l, least) && c->next == NULL && least <= c->data);
    sw_ensures(sorted(sw_result, least)); //~ error[contract]
    if (l == NULL) {
        c->next = l;
        return c;
    }
    struct node *p = l;
    while (p->next != NULL && p->data < c->data)
        p = p->next;
    c->next = p->next;
    p->next = c;
    return l;
}
