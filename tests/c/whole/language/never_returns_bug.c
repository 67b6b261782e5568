// One function returns all the same, and a case is missing.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

_Noreturn static void stop(int code) {
    if (code > 0) exit(code);
} //~ error[undefined]

static int classify(unsigned n) {
    switch (n % 3) {
    case 0: return 1;
    case 1: return 2;
    default: __builtin_unreachable(); //~ error[undefined]
    }
}

int main(void) {
    int *nothing = NULL, cells[3] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 77) {
        stop(0);
        return *nothing;
    }
    return cells[classify(n)];
}
