// The cells that are taken out are not freed.
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
        if ((*link)->data == value)
            *link = (*link)->next; //~ error[leak]
        else
            link = &(*link)->next;
    }
    return l;
}
