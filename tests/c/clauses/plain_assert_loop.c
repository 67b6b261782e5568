// The same with a predicate that is a loop.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
};

bool chain(struct cell *c) {
    while (c != NULL)
        c = c->next;
    return true;
}

int main(void) {
    struct cell *a = malloc(sizeof *a);
    if (a == NULL)
        return 0;
    a->next = a;
    assert(chain(a)); //~ error[assert-fail]
    free(a);
    return 0;
}
