#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    printf("%d %d\n", a, b);
    return 0;
}
