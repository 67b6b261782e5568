// A variable that is gone is freed: it never was on the heap.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *lost(void) {
    int gone = 1;
    int *p = &gone;
    return p;
}

int main(void) {
    int *p = lost();
    if (__VERIFIER_nondet_int() == 4711)
        free(p); //~ error[invalid-free]
    return 0;
}
