#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    int again = __VERIFIER_nondet_int();
    free(p);
    if (again > 100)
        free(p);
    return 0;
}
