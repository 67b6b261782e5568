// Callbacks with a void pointer context: for-each, fold and filter over an array.
//@ clean
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

typedef bool (*predicate)(int value, void *context);

static void for_each(const int *v, size_t n, void (*visit)(int, void *), void *context) {
    for (size_t i = 0; i < n; i++)
        visit(v[i], context);
}

static size_t filter(int *v, size_t n, predicate keep, void *context) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (keep(v[i], context))
            v[kept++] = v[i];
    return kept;
}

struct range {
    int min, max;
    unsigned seen;
};

static void extend(int value, void *context) {
    struct range *r = context;
    r->seen++;
    r->min = value < r->min ? value : r->min;
    r->max = value > r->max ? value : r->max;
}

static void print(int value, void *separator) { printf("%d%s", value, (const char *)separator); }

static bool divisible(int value, void *by) { return value % *(int *)by == 0; }

static bool not_seen(int value, void *bits) {
    unsigned *b = bits, bit = 1u << ((unsigned)value % 32);
    bool is_new = !(*b & bit);
    *b |= bit;
    return is_new;
}

int main(void) {
    int v[12];
    for (int i = 0; i < 12; i++)
        v[i] = (int)((unsigned)__VERIFIER_nondet_int() % 32);
    struct range r = {INT_MAX, INT_MIN, 0};
    for_each(v, 12, extend, &r);
    printf("%u values in %d..%d\n", r.seen, r.min, r.max);
    unsigned bits = 0;
    size_t n = filter(v, 12, not_seen, &bits);
    for_each(v, n, print, " ");
    int three = 3;
    n = filter(v, n, divisible, &three);
    printf("| %zu by three: ", n);
    for_each(v, n, print, ",");
    putchar('\n');
    return (int)n;
}
