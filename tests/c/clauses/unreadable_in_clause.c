// A clause reads a member through null: it cannot be evaluated, so it does not hold.
#include <shapewright.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
};

bool chain(struct cell *c) {
    return c == NULL || chain(c->next);
}

bool second(struct cell *c) {
    return c->next == NULL || chain(c->next->next);
}

int main(void) {
    struct cell *a = malloc(sizeof *a);
    sw_assert(a == NULL ? second(a) : true); //~ error[assert-fail]
    if (a == NULL)
        return 0;
    a->next = NULL;
    sw_assert(second(a));
    free(a);
    return 0;
}
