// The element before one that is not known: which one that is depends on the first.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *table[4];
int main(void) {
    int i = __VERIFIER_nondet_int() & 1;
    for (int k = 0; k < 4; k++) table[k] = malloc(4); //~ FP[leak]: elements are one region
    int **place = &table[i + 1];
    free(place[-1]);
    free(table[i]); //~ error[double-free]
    return 0;
}
