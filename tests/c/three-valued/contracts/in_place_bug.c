// The same with mistakes.
//@ args: --domain three-valued
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

void append(struct node **a, struct node *b) {
    sw_requires(list(*a) && list(b));
    sw_ensures(list(*a));
    *a = b; //~ error[leak]
}

void remove_first(struct node **l) {
    sw_requires(list(*l));
    sw_ensures(list(*l));
    struct node *cell = *l;
    *l = cell->next; //~ error[null-deref]
    free(cell);
}

void cut(struct node **l) {
    sw_requires(list(*l));
    sw_ensures(list(*l)); //~ error[contract]
    if (*l != NULL)
        free(*l); //~ error[leak]
}
