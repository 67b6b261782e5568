// Allocates a flexible array by count instead of bytes: room for a fraction of the elements.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct vector {
    size_t count;
    int item[];
};

static struct vector *range(size_t count, int from) {
    struct vector *v = malloc(sizeof *v + count);
    if (!v)
        exit(2);
    v->count = count;
    for (size_t i = 0; i < count; i++) {
        v->item[i] = from + (int)i; //~ error[out-of-bounds]
        printf("item %zu = %d\n", i, v->item[i]);
    }
    return v;
}

static long sum(const struct vector *v) {
    long s = 0;
    for (size_t i = 0; i < v->count; i++)
        s += v->item[i];
    return s;
}

int main(void) {
    size_t n = (unsigned)__VERIFIER_nondet_int() % 5;
    printf("range of %zu\n", n);
    struct vector *v = range(n, 10);
    printf("sum %ld\n", sum(v));
    free(v);
    return 0;
}
