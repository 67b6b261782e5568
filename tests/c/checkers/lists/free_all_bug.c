// The link is read from a cell that was freed.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

void free_all(struct node *l) {
    sw_requires(list(l));
    for (struct node *p = l; p != NULL; p = p->next) //~ error[use-after-free]
        free(p); //~ error[leak]: the cells behind it
}
