// An array of blocks, freed backwards from where the allocations stopped.
//@ args: --domain checkers
//@ proved
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000) return 0;
    char **a = malloc(n * sizeof *a);
    if (!a) return 1;
    int i;
    for (i = 0; i < n; i++) {
        a[i] = malloc(10);
        if (!a[i]) break;
    }
    while (i > 0) {
        i--;
        free(a[i]);
    }
    free(a);
    return 0;
}
