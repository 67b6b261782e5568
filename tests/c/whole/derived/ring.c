// A ring without a head: the last element leads to the first.
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
#define input __VERIFIER_nondet_int

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *ring = malloc(sizeof *ring);
    if (ring == NULL)
        return 1;
    ring->next = ring;
    ring->data = 0;
    while (input()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->data = input();
        n->next = ring->next;
        ring->next = n;
    }
    int sum = 0;
    for (struct node *n = ring->next; n != ring; n = n->next)
        sum ^= n->data;
    while (ring->next != ring) {
        struct node *n = ring->next;
        ring->next = n->next;
        free(n);
    }
    free(ring);
    return sum != 0;
}
