// Two lists with a tail each, and what one of them is in a branch.
//@ proved
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
    b->next = NULL;
    sw_assert(chain(a) && chain(b));
    sw_assert(b != NULL && chain(b->next) && b->next == NULL);
    sw_assert(chain(a) || chain(b));
    free(a);
    free(b);
    free(tail);
    return 0;
}
