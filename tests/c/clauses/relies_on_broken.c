// A function is proved if the one it calls keeps its contract, which that does not.
#include <shapewright.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
};

static inline bool chain(struct cell *c) {
    return c == NULL || chain(c->next);
}

struct cell *inner(struct cell *c) {
    sw_requires(chain(c));
    sw_ensures(chain(sw_result)); //~ error[contract]
    if (c != NULL && c->next == NULL)
        c->next = c;
    return c;
}

struct cell *outer(struct cell *c) {
    sw_requires(chain(c));
    sw_ensures(chain(sw_result));
    return inner(c);
}
