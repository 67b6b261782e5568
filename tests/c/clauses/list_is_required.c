// A list is given to a function that requires one.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
};

bool chain(struct cell *c) {
    return c == NULL || chain(c->next);
}

void use(struct cell *c) {
    sw_requires(chain(c));
    sw_ensures(chain(c));
}

int main(void) {
    struct cell *a = malloc(sizeof *a);
    if (a == NULL)
        return 0;
    a->next = NULL;
    use(a);
    free(a);
    return 0;
}
