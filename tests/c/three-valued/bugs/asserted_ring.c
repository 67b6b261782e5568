// A list that runs in a circle is none.
//@ args: --domain three-valued
//@ unknown: the predicate is asserted of what may be shared, circular or not set, or follows links back, which is not followed
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static int list(struct node *l) {
    return l == NULL || list(l->next);
}

int main(void) {
    struct node *ring = malloc(sizeof *ring);
    if (ring == NULL)
        return 0;
    ring->next = ring;
    assert(list(ring)); //~ error[assert-fail]
    free(ring);
    return 0;
}
