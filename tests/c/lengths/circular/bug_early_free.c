// A circular list is freed; the link is read after the cell is gone.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *insert(struct node *ring, int value) {
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
        abort();
    p->data = value;
    if (ring == NULL) {
        p->next = p;
        return p;
    }
    p->next = ring->next; //~ safe[null-deref]
    ring->next = p; //~ safe[leak]
    return ring;
}

static struct node *build(void) {
    struct node *ring = NULL;
    while (__VERIFIER_nondet_int())
        ring = insert(ring, 1);
    return ring;
}

int main(void) {
    struct node *ring = build();
    if (ring == NULL)
        return 0;
    struct node *p = ring->next;
    while (p != ring) {
        free(p); //~ error[leak]
        p = p->next; //~ error[use-after-free]
    }
    free(ring);
    return 0;
}
