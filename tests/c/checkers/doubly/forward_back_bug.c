// The way back goes one step too far.
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

int forward_back(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(l, NULL));
    if (l == NULL)
        return 0;
    struct node *p = l;
    while (p->next != NULL)
        p = p->next;
    while (p != NULL)
        p = p->prev;
    return p->data; //~ error[null-deref]
}
