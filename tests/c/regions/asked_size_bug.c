// A wrapper around realloc frees where nothing is asked for, and its caller takes that for a failure that left the block alone.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static void *resized(void *p, unsigned long n) {
    if (n == 0) {
        free(p);
        return NULL;
    }
    void *q = malloc(n);
    if (q == NULL) return NULL;
    free(p);
    return q;
}
int main(void) {
    char *p = malloc(4);
    if (p == NULL) return 0;
    char *q = resized(p, __VERIFIER_nondet_ulong());
    if (q == NULL) q = p;
    free(q); //~ error[double-free]
    return 0;
}
