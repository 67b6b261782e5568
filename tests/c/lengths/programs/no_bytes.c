// A block of no bytes may be null though allocation never fails, and one that no machine has is.
//@ args: --malloc-never-fails
//@ proved
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *none = malloc(0);
    char *empty = calloc(8, 0);
    char *large = calloc(4611686018427387904u, 8);
    char *some = malloc(1);
    assert(large == NULL);
    assert(some != NULL);
    *some = 1;
    free(none);
    free(empty);
    free(some);
    return 0;
}
