// Only the first cell is freed.
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
    free(l); //~ error[leak]
}
