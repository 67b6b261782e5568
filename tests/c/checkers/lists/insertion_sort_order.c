// Sorts a list by insertion: what comes out is sorted.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }
bool sorted(struct node *l, int least) {
    return l == NULL || (least <= l->data && sorted(l->next, l->data));
}

struct node *insert(struct node *l, struct node *c, int least) {
    sw_requires(sorted(l, least) && c->next == NULL && least <= c->data);
    sw_ensures(sorted(sw_result, least));
    if (l == NULL || c->data <= l->data) {
        c->next = l;
        return c;
    }
    struct node *p = l;
    while (p->next != NULL && p->next->data < c->data)
        p = p->next;
    c->next = p->next;
    p->next = c;
    return l;
}
