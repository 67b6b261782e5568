// A function that asks a predicate does not return where that does not.
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

static int lists(struct node *a, struct node *b) {
    return list(a) && list(b);
}

int main(void) {
    struct node *ring = malloc(sizeof *ring);
    if (ring == NULL)
        return 0;
    ring->next = ring;
    assert(lists(ring, NULL));
    free(ring);
    return 0;
}
