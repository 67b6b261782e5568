// A list that was closed to a ring is no list, whatever its length; opened again it is one.
#include <shapewright.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
    int value;
};

bool chain(struct cell *c) {
    return c == NULL || chain(c->next);
}

int main(void) {
    struct cell *first = malloc(sizeof *first);
    if (first == NULL)
        return 0;
    first->next = NULL;
    first->value = 0;
    struct cell *last = first;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        if (c == NULL)
            break;
        c->next = NULL;
        c->value = 1;
        last->next = c;
        last = c;
    }
    last->next = first;
    sw_assert(chain(first)); //~ error[assert-fail]
    last->next = NULL;
    while (first != NULL) {
        struct cell *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
