// Each element owns another object or refers to itself; a number tells which.
//@ args: --domain checkers --malloc-never-fails --self-check=200
//@ proved
#include <shapewright.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *extra;
    int kind;
};

bool extra(struct node *n) { return n != NULL && n->next == NULL; }

bool list(struct node *n) {
    if (n == NULL)
        return true;
    if (n->kind == 2)
        return extra(n->extra) && list(n->next);
    return (n->kind == 1 || n->kind == 0) && n->extra == n && list(n->next);
}

void release(struct node *n) {
    sw_requires(list(n));
    while (n != NULL) {
        struct node *next = n->next;
        if (n->kind == 2)
            free(n->extra);
        free(n);
        n = next;
    }
}

int main(void) {
    struct node *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = first;
        if (__VERIFIER_nondet_int()) {
            n->kind = 2;
            n->extra = malloc(sizeof *n);
            n->extra->next = NULL;
            n->extra->extra = NULL;
            n->extra->kind = 0;
        } else {
            n->kind = __VERIFIER_nondet_int() ? 1 : 0;
            n->extra = n;
        }
        first = n;
    }
    release(first);
    return 0;
}
