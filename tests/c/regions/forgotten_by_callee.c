// A callee that has no other name for a block overwrites a pointer to it, which is not the last one.
#include <stdlib.h>
static int *kept, *other;
static void forget(void) { kept = NULL; } //~ safe[leak]
static void forget_through(int **at) { *at = NULL; } //~ safe[leak]
int main(void) {
    kept = malloc(4);
    other = kept;
    forget();
    int *own = other;
    forget_through(&own);
    free(other); //~ safe[double-free]
    return 0;
}
