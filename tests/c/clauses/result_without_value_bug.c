// What a function with a contract returns is a value to its callers.
#include <shapewright.h>

extern int __VERIFIER_nondet_int(void);

static int pick(void) {
    sw_ensures(1);
    int picked;
    if (__VERIFIER_nondet_int())
        picked = 3;
    return picked; //~ error[uninitialized]
}

int main(void) { return pick() == 3; }
