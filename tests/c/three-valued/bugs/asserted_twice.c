// A predicate that is asked twice of one list claims it twice.
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

static bool twice(struct node *l) {
    return list(l) && list(l); //~ error[bad-checker]
}

int main(void) {
    struct node *a = malloc(sizeof *a);
    if (a == NULL)
        return 0;
    a->next = NULL;
    sw_assert(twice(a)); //~ error[assert-fail]
    free(a);
    return 0;
}
