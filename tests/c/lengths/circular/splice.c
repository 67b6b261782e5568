// Two circular lists become one: the links of a cell of each are exchanged.
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
    int n = 1;
    for (struct node *p = ring->next; p != ring; p = p->next) //~ safe[null-deref]
        n++;
    return n;
}

static void dispose(struct node *ring) {
    struct node *p = ring->next;
    while (p != ring) {
        struct node *t = p->next;
        free(p); //~ safe[double-free]
        p = t;
    }
    free(ring);
}

int main(void) {
    struct node *x = build(), *y = build();
    if (x == NULL || y == NULL) {
        if (x != NULL)
            dispose(x);
        if (y != NULL)
            dispose(y);
        return 0;
    }
    int n = count(x) + count(y);
    struct node *t = x->next;
    x->next = y->next; //~ safe[leak]
    y->next = t; //~ safe[leak]
    assert(count(x) == n); //~ safe[assert-fail]
    dispose(x); //~ safe[leak]
    return 0;
}
