// The links of a ring are turned round.
//@ args: --domain three-valued
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *create(void) {
    struct node *ring = malloc(sizeof *ring);
    if (ring == NULL)
        return NULL;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *cell = malloc(sizeof *cell);
        if (cell == NULL)
            break;
        cell->next = ring->next;
        ring->next = cell;
    }
    return ring;
}

static void reverse(struct node *ring) {
    struct node *before = ring;
    struct node *at = ring->next;
    while (at != ring) {
        struct node *next = at->next;
        at->next = before;
        before = at;
        at = next;
    }
    ring->next = before;
}

int main(void) {
    struct node *ring = create();
    if (ring == NULL)
        return 0;
    reverse(ring);
    struct node *at = ring->next;
    while (at != ring) {
        struct node *next = at->next;
        free(at);
        at = next;
    }
    free(ring);
    return 0;
}
