// A ring is built cell by cell, and taken apart.
//@ args: --domain three-valued
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void) {
    struct node *ring = malloc(sizeof *ring);
    if (ring == NULL)
        return 0;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *cell = malloc(sizeof *cell);
        if (cell == NULL)
            break;
        cell->next = ring->next;
        ring->next = cell;
    }
    struct node *at = ring->next;
    while (at != ring) {
        struct node *next = at->next;
        free(at);
        at = next;
    }
    free(ring);
    return 0;
}
