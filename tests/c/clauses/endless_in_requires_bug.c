// On a ring what a requires calls does not return: the requires does not hold, and what follows happens all the same.
//@ unknown: `plus.requires.0` calls `length`, which is not a checker
#include <shapewright.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
};

static int length(const struct cell *c) {
    return c == NULL ? 0 : 1 + length(c->next);
}

static int plus(struct cell *c, int n) {
    sw_requires(length(c) >= 0);
    return n; //~ error[leak]
}

int main(void) {
    struct cell *a = malloc(sizeof *a);
    if (a == NULL)
        return 0;
    a->next = a;
    int n = plus(a, 1); //~ error[contract]
    free(a);
    free(a); //~ error[double-free] //~ FP[invalid-free]
    return n;
}
