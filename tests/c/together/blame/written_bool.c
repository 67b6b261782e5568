//@ proved
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    bool flag = __VERIFIER_nondet_int();
    int table[2] = {0};
    return table[flag];
}
