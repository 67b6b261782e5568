// Two lists with one tail: each is a list, but the claims of two calls are disjoint.
#include <shapewright.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
};

bool chain(struct cell *c) {
    return c == NULL || chain(c->next);
}

int main(void) {
    struct cell *a = malloc(sizeof *a), *b = malloc(sizeof *b), *tail = malloc(sizeof *tail);
    if (a == NULL || b == NULL || tail == NULL)
        abort();
    tail->next = NULL;
    a->next = tail;
    b->next = tail;
    sw_assert(chain(a));
    sw_assert(chain(b));
    sw_assert(chain(a) && chain(b)); //~ error[assert-fail]
    free(a);
    free(b);
    free(tail);
    return 0;
}
