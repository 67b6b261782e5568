// The first list is assumed to have a cell.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *append(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(sw_result));
    struct node *p = a;
    while (p->next != NULL) //~ error[null-deref]
        p = p->next;
    p->next = b;
    return a;
}
