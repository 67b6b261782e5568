// A loop that sets the links back of all cells, of one of them wrongly.
//@ args: --domain checkers
//@ unknown: the heap has too many parts here for the analysis to keep apart
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

void renew(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(l, NULL)); //~ error[contract]
    struct node *prev = NULL;
    for (struct node *p = l; p != NULL; p = p->next) {
        if (p->data == 0)
            p->prev = l;
        else
            p->prev = prev;
        prev = p;
    }
}
