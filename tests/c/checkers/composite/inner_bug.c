// What an element owns may own something, which is lost.
//@ args: --domain checkers --malloc-never-fails
//@ unknown: the heap has too many parts here for the analysis to keep apart
#include <shapewright.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *inner;
};

bool single(struct node *n) { return n == NULL || (n->next == NULL && n->inner == NULL); }

bool list(struct node *n) { return n == NULL || (single(n->inner) && list(n->next)); }

void release(struct node *n) {
    sw_requires(list(n));
    while (n != NULL) {
        struct node *next = n->next;
        free(n->inner);
        free(n);
        n = next;
    }
}

static struct node *create(void) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->inner = NULL;
    return n;
}

int main(void) {
    struct node *first = create();
    struct node *last = first;
    if (__VERIFIER_nondet_int())
        first->inner = create();
    while (__VERIFIER_nondet_int()) {
        last->next = create();
        last = last->next;
        if (__VERIFIER_nondet_int()) {
            last->inner = create();
            last->inner->inner = create();
        }
    }
    release(first); //~ error[contract]
    return 0;
}
