// A list leads into a circular one; the way in is freed, then the circle.
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

int main(void) {
    struct node *ring = build();
    if (ring == NULL)
        return 0;
    struct node *x = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->next = x;
        x = p; //~ safe[leak]
    }
    while (x != ring) {
        struct node *t = x->next; //~ safe[null-deref]
        free(x); //~ safe[double-free] //~ safe[leak]
        x = t;
    }
    struct node *p = ring->next;
    ring->next = NULL;
    while (p != NULL) {
        struct node *t = p->next; //~ safe[use-after-free]
        free(p); //~ safe[double-free]
        p = t;
    }
    return 0; //~ safe[leak]
}
