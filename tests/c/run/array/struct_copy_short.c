// Copies an array of structs into a block counted in ints.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct sample {
    int time;
    short channel;
    short level;
};

static struct sample *duplicate(const struct sample *from, size_t n) {
    struct sample *copy = malloc(n * sizeof(int));
    if (!copy)
        exit(2);
    memcpy(copy, from, n * sizeof *copy); //~ error[out-of-bounds]
    return copy;
}

int main(void) {
    struct sample samples[6];
    size_t n = 1 + (unsigned)__VERIFIER_nondet_int() % 6;
    for (size_t i = 0; i < n; i++)
        samples[i] = (struct sample){.time = (int)i, .channel = 1, .level = (short)(i * 100)};
    printf("%zu samples\n", n);
    struct sample *copy = duplicate(samples, n);
    printf("last level %d\n", copy[n - 1].level);
    free(copy);
    return 0;
}
