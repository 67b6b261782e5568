// A vector that doubles its block when it is full: that its size never wraps follows from the block being there.
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct vector {
    int *items;
    size_t count, room;
};

static int push(struct vector *vector, int item) {
    if (vector->count == vector->room) {
        size_t room = vector->room ? 2 * vector->room : 4;
        int *items = realloc(vector->items, room * sizeof *items);
        if (!items)
            return 0;
        vector->items = items;
        vector->room = room;
    }
    vector->items[vector->count++] = item;
    return 1;
}

static long sum(const struct vector *vector) {
    long sum = 0;
    for (size_t i = 0; i < vector->count; i++)
        sum += vector->items[i] & 15;
    return sum;
}

int main(void) {
    struct vector vector = {NULL, 0, 0};
    while (__VERIFIER_nondet_int())
        if (!push(&vector, __VERIFIER_nondet_int()))
            break;
    int large = sum(&vector) > 100;
    free(vector.items);
    return large;
}
