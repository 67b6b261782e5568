// What two calls in a clause claim has nothing in common.
//@ args: --domain three-valued
//@ unknown: the predicate is asserted of what may be shared, circular or not set, or follows links back, which is not followed
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static bool list(struct node *l) {
    return l == NULL || list(l->next);
}

int main(void) {
    struct node *a = malloc(sizeof *a);
    if (a == NULL)
        return 0;
    a->next = NULL;
    struct node *b = a;
    sw_assert(list(a) && list(b)); //~ error[assert-fail]
    free(a);
    return 0;
}
