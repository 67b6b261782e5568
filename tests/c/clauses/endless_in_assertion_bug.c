// A compiler leaves annotations out: what follows one that calls what does not return happens all the same.
#include <shapewright.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
};

static int length(const struct cell *c) {
    return c == NULL ? 0 : 1 + length(c->next);
}

static const struct cell *last(const struct cell *c) {
    while (c->next != NULL)
        c = c->next;
    return c;
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct cell *a = malloc(sizeof *a);
    if (a == NULL)
        return 0;
    a->next = a;
    if (__VERIFIER_nondet_int()) {
        sw_assert(length(a) != 7); //~ error[assert-fail]
        free(a);
        free(a); //~ error[double-free]
        return 0;
    }
    sw_assert(last(a) != NULL); //~ error[assert-fail]
    free(a);
    free(a); //~ error[double-free]
    return 0;
}
