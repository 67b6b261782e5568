// Splits one allocation into equal slots but counts one slot too many.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct slab {
    unsigned char *base;
    size_t slot, slots;
};

static void *slot(const struct slab *s, size_t i) { return s->base + i * s->slot; }

static void clear(const struct slab *s) {
    for (size_t i = 0; i < s->slots; i++)
        memset(slot(s, i), 0xee, s->slot); //~ error[out-of-bounds]
}

int main(void) {
    enum { BYTES = 96 };
    struct slab s;
    s.base = malloc(BYTES);
    if (!s.base)
        return 2;
    s.slot = 8 + 4 * ((unsigned)__VERIFIER_nondet_int() % 5);
    s.slots = (BYTES + s.slot - 1) / s.slot;
    printf("%zu slots of %zu\n", s.slots, s.slot);
    clear(&s);
    unsigned sum = 0;
    for (unsigned char *p = s.base; p < s.base + BYTES; p++)
        sum += *p;
    printf("sum %u\n", sum);
    free(s.base);
    return 0;
}
