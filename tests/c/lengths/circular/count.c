// Walking once around a circular list meets every cell once.
//@ clean
//@ proved
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

static int count(struct node *ring) {
    if (ring == NULL)
        return 0;
    int n = 0;
    struct node *p = ring;
    do {
        n++;
        p = p->next; //~ safe[null-deref] //~ safe[use-after-free]
    } while (p != ring);
    return n;
}

static void dispose(struct node *ring) {
    if (ring == NULL)
        return;
    struct node *p = ring->next;
    ring->next = NULL; //~ safe[leak]
    while (p != NULL) {
        struct node *t = p->next; //~ safe[use-after-free]
        free(p);
        p = t;
    }
} //~ safe[leak]

int main(void) {
    struct node *ring = NULL;
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        ring = insert(ring, n);
        n++;
    }
    assert(count(ring) == n); //~ safe[assert-fail]
    dispose(ring);
    return 0; //~ safe[leak]
}
