// Mark and sweep: whatever the root leads to is still there after garbage was collected. All objects are on one list, and each refers to
// one object, whichever it likes.
//@ args: --domain three-valued --predicates mark_and_sweep.predicates
//@ proved
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
    while (root != NULL && !root->mark) {
        root->mark = true;
        root = root->ref;
    }
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
        p = p->ref;
    while (heap != NULL) {
        struct object *next = heap->next;
        free(heap);
        heap = next;
    }
    return 0;
}
