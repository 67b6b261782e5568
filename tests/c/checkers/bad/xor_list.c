// The neighbours of a cell are in one word, combined by exclusive or: there is no pointer to follow.
//@ unknown: `xor_list` is not a checker
#include <shapewright.h>
#include <stdint.h>

struct cell {
    uintptr_t both;
};

bool xor_list(struct cell *c, struct cell *before) {
    return c == 0 || xor_list((struct cell *)(c->both ^ (uintptr_t)before), c); //~ error[bad-checker]
}

void walk(struct cell *c) { sw_requires(xor_list(c, 0)); }
