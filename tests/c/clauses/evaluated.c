// Each checker that is asked can be evaluated, and holds.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
    int value;
};

bool positive(const struct cell *c) {
    return c == NULL || (c->value > 0 && positive(c->next));
}

int main(void) {
    struct cell last = {NULL, 1};
    struct cell *c = malloc(sizeof *c);
    if (c == NULL)
        return 0;
    c->next = NULL;
    c->value = 2;
    sw_assert(positive(c) && positive(&last));
    sw_assert(positive(c) || positive(&last));
    free(c);
    sw_assert(positive(&last));
    return 0;
}
