// A plain assert has the value that C gives it. On a ring the predicate never returns, so it fails.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
};

bool chain(struct cell *c) {
    return c == NULL || chain(c->next);
}

int main(void) {
    struct cell *a = malloc(sizeof *a);
    if (a == NULL)
        return 0;
    a->next = NULL;
    assert(chain(a));
    a->next = a;
    assert(chain(a)); //~ error[assert-fail]
    free(a);
    free(a);
    return 0;
}
