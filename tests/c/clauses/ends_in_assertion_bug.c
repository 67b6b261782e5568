// A compiler leaves the assertion out, and what follows happens also where the function ends the program.
#include <shapewright.h>
#include <stdlib.h>

static _Noreturn void die(void) {
    exit(3); //~ error[bad-checker]
}

static bool ok(int n) {
    if (n)
        die();
    return true;
}

int main(void) {
    int array[3] = {0, 0, 0};
    int n = rand();
    sw_assert(ok(n));
    return array[n ? 9 : 0];
}
