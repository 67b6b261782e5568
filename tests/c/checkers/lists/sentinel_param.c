// Part of a list, up to a cell that belongs to somebody else.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};


bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }

int sum_to(struct node *l, struct node *e) {
    sw_requires(to(l, e));
    sw_ensures(to(l, e));
    int sum = 0;
    for (struct node *p = l; p != e; p = p->next)
        sum += p->data;
    return sum;
}

void free_to(struct node *l, struct node *e) {
    sw_requires(to(l, e));
    while (l != e) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}
