// A compiler leaves the assertion out, and with it the assumption.
#include <shapewright.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

static bool ok(int n) {
    __VERIFIER_assume(!n); //~ error[bad-checker]
    return true;
}

int main(void) {
    int array[3] = {0, 0, 0};
    int n = rand();
    sw_assert(ok(n));
    return array[n ? 9 : 0];
}
