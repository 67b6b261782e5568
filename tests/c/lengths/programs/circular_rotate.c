// A circular list is turned, opened and freed.
//@ clean
//@ proved
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *add(struct node *ring, int value) {
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
        abort();
    p->data = value;
    if (ring == NULL) {
        p->next = p;
        return p;
    }
    p->next = ring->next;
    ring->next = p; //~ safe[leak]
    return ring;
}

int main(void) {
    struct node *ring = NULL;
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        ring = add(ring, n);
        n++;
    }
    if (ring == NULL)
        return 0; //~ safe[leak]
    while (__VERIFIER_nondet_int())
        ring = ring->next; //~ safe[leak] //~ safe[null-deref]
    int m = 0;
    struct node *p = ring;
    do {
        m++;
        p = p->next; //~ safe[null-deref]
    } while (p != ring);
    assert(m == n); //~ safe[assert-fail]
    p = ring->next;
    ring->next = NULL; //~ safe[leak]
    while (p != NULL) {
        struct node *t = p->next; //~ safe[use-after-free]
        free(p); //~ safe[double-free]
        p = t;
    }
    return 0; //~ safe[leak]
}
