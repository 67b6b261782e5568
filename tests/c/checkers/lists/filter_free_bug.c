// The link is read from a cell that is free already.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *filter(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node **link = &l;
    while (*link != NULL) {
        struct node *c = *link;
        if (c->data == value) {
            free(c); //~ error[leak]: the cells behind it
            *link = c->next; //~ error[use-after-free]
        } else {
            link = &c->next;
        }
    }
    return l;
}
