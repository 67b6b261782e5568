// A callee that has no other name for a block overwrites the last pointer to it.
#include <stdlib.h>
static int *kept;
static void forget(void) { kept = NULL; } //~ error[leak]
static void forget_through(int **at) { *at = NULL; } //~ error[leak]
int main(void) {
    kept = malloc(4);
    forget();
    int *own = malloc(4);
    forget_through(&own);
    return 0;
}
