// A block of no bytes need not be one, and one that no machine has is not, even if allocation never fails.
//@ args: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *none = malloc(0);
    assert(none != NULL); //~ error[assert-fail]
    free(none);
    if (__VERIFIER_nondet_int()) {
        int *large = calloc(4611686018427387904u, 8);
        *large = 1; //~ error[null-deref]
    }
    return 0;
}
