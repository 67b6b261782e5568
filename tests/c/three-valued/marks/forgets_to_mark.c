// Mark and sweep that marks the root only: what it leads to is freed.
//@ args: --domain three-valued --predicates mark_and_sweep.predicates
#include <stdbool.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct object {
    struct object *next;
    struct object *ref;
    bool mark;
};

static struct object *heap;

static struct object *pick(void) {
    struct object *p = heap;
    while (p != NULL && __VERIFIER_nondet_int())
        p = p->next;
    return p;
}

static void mark(struct object *root) {
    if (root != NULL)
        root->mark = true;
}

static void sweep(void) {
    struct object *kept = NULL;
    while (heap != NULL) {
        struct object *p = heap;
        heap = p->next;
        if (p->mark) {
            p->next = kept;
            kept = p;
        } else {
            free(p);
        }
    }
    heap = kept;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct object *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->mark = false;
        p->ref = NULL;
        p->next = heap;
        heap = p;
    }
    while (__VERIFIER_nondet_int()) {
        struct object *p = pick(), *q = pick();
        if (p != NULL)
            p->ref = q;
    }
    struct object *root = pick();
    mark(root);
    sweep();
    struct object *p = root;
    while (p != NULL && __VERIFIER_nondet_int())
        p = p->ref; //~ error[use-after-free]
    while (heap != NULL) {
        struct object *next = heap->next;
        free(heap);
        heap = next;
    }
    return 0;
}
