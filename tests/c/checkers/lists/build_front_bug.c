// The link of a new cell is never set.
//@ args: --domain checkers
//@ unknown: the heap has too many parts here for the analysis to keep apart
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *build_front(int n) {
    sw_ensures(list(sw_result)); //~ error[contract]
    struct node *l = NULL;
    for (int i = 0; i < n; i++) {
        struct node *c = malloc(sizeof *c);
        if (c == NULL)
            return l;
        c->data = i;
        if (l != NULL)
            c->next = l;
        l = c;
    }
    return l;
}
