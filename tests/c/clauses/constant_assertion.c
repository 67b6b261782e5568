// Plain assertions that hold whatever their predicates say, of lists, where these return.
//@ proved
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
};

bool chain(struct cell *c) {
    return c == NULL || chain(c->next);
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        if (c == NULL)
            break;
        c->next = list;
        list = c;
    }
    assert(chain(list) || 1);
    assert((chain(list), 1));
    if (list != NULL)
        assert((chain(list), chain(list->next), 1));
    while (list != NULL) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
