// The copy shares its tail with the source: the link of each cell is copied too.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *copy(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l) && list(sw_result)); //~ error[contract]
    if (l == NULL)
        return NULL;
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    *c = *l;
    return c;
}
