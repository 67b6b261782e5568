// The end is one element too far.
//@ args: --domain checkers
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000) return 0;
    int *a = malloc(n * sizeof *a);
    if (!a) return 1;
    int *end = a + n;
    for (int *p = a; p <= end; p++) *p = 7; //~ error[out-of-bounds]
    int s = 0;
    for (int *p = a; p != end; p++) s ^= *p;
    free(a);
    return s == 0;
}
