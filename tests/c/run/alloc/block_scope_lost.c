// A temporary in an inner block is kept only when it is large; otherwise it is lost at the end of the block.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *best;
static int best_size;

static int *squares(int n) {
    int *v = malloc(((size_t)n + 1) * sizeof *v);
    if (!v)
        exit(2);
    for (int i = 0; i <= n; i++)
        v[i] = i * i;
    return v;
}

static void consider(int n) {
    int *candidate = squares(n);
    if (n > best_size) {
        free(best);
        best = candidate;
        best_size = n;
    }
    printf("considered %d, best %d\n", n, best_size);
} //~ error[leak]

int main(void) {
    for (int i = 0; i < 3; i++)
        consider(1 + (int)((unsigned)__VERIFIER_nondet_int() % 6));
    if (best)
        printf("last of best %d\n", best[best_size]);
    free(best);
    best = NULL;
    return best_size;
}
