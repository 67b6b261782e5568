//@ unknown: `realloc` may be asked for no bytes, which each library does in its own way
// A block that is asked to have no bytes may be freed: nothing is said of what follows.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(4);
    if (p == NULL) return 1;
    char *q = realloc(p, (size_t)(__VERIFIER_nondet_int() & 1));
    free(q == NULL ? p : q); //~ error[double-free]
    return 0;
}
