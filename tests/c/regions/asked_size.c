// A wrapper around realloc frees where nothing is asked for, and says no more than null; what it was asked for tells its caller the rest.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static void *resized(void *p, unsigned long n) {
    if (n == 0) {
        free(p); //~ safe[double-free]
        return NULL;
    }
    void *q = malloc(n);
    if (q == NULL) return NULL;
    free(p); //~ safe[double-free]
    return q;
}
static void *resized_or_end(void *p, unsigned long n) {
    void *q = resized(p, n);
    if (q == NULL && n != 0) exit(1);
    return q;
}
int main(void) {
    char *p = malloc(4);
    if (p == NULL) return 0;
    p = resized_or_end(p, __VERIFIER_nondet_ulong());
    free(p); //~ safe[double-free]
    return 0; //~ safe[leak]
}
