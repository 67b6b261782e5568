// Annotations call what ends: it counts up to a bound, or walks along links that lead round in no circle.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
    int value;
};

static int length(const struct cell *c) {
    return c == NULL ? 0 : 1 + length(c->next);
}

static const struct cell *last(const struct cell *c) {
    while (c->next != NULL)
        c = c->next;
    return c;
}

static int largest(int n) {
    int found = 0;
    for (int i = 0; i < n; i++)
        found = i;
    return found;
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        if (c == NULL)
            break;
        c->next = list;
        c->value = 1;
        list = c;
    }
    sw_assert(length(list) >= 0);
    if (list != NULL) {
        sw_assert(last(list) != NULL);
        sw_assert(length(list->next) >= 0);
    }
    sw_assert(largest(3) >= 0);
    while (list != NULL) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
