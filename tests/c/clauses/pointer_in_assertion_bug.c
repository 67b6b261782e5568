// What is called through a pointer ends the program.
#include <shapewright.h>
#include <stdlib.h>

static bool ok(int n) {
    if (n)
        exit(0); //~ error[bad-checker]
    return true;
}

static bool asks(bool (*test)(int), int n) {
    return test(n);
}

int main(void) {
    int array[3] = {0, 0, 0};
    int n = rand();
    sw_assert(asks(ok, n)); //~ FP[assert-fail]
    return array[n ? 9 : 0]; //~ error[out-of-bounds]
}
