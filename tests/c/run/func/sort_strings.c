// Sorts an array of string pointers with qsort, by several orders chosen at run time.
//@ clean
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

typedef int compare(const void *, const void *);

static const char *text(const void *p) { return *(const char *const *)p; }

// Only the sign of what strcmp gives is the same everywhere.
static int by_bytes(const void *a, const void *b) {
    int order = strcmp(text(a), text(b));
    return order < 0 ? -1 : order > 0;
}

static int by_length(const void *a, const void *b) {
    size_t x = strlen(text(a)), y = strlen(text(b));
    return x == y ? by_bytes(a, b) : x < y ? -1 : 1;
}

static int ignoring_case(const void *a, const void *b) {
    const char *s = text(a), *t = text(b);
    while (*s && tolower((unsigned char)*s) == tolower((unsigned char)*t))
        s++, t++;
    int d = tolower((unsigned char)*s) - tolower((unsigned char)*t);
    return d ? d : by_bytes(a, b);
}

static int backwards(const void *a, const void *b) { return -ignoring_case(a, b); }

int main(void) {
    static compare *const orders[] = {by_bytes, by_length, ignoring_case, backwards};
    const char *words[] = {"pear", "Apple", "fig", "apple", "Banana", "kiwi", "date"};
    size_t n = sizeof words / sizeof words[0];
    for (int round = 0; round < 3; round++) {
        unsigned order = (unsigned)__VERIFIER_nondet_int() % 4;
        qsort(words, n, sizeof *words, orders[order]);
        printf("%u:", order);
        for (const char **w = words; w != words + n; w++)
            printf(" %s", *w);
        putchar('\n');
    }
    return 0;
}
