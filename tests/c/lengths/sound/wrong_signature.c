//@ unknown: an argument has another type than the function's parameter
// A function called by a pointer of another type.
#include <assert.h>

static void take(unsigned value) {
    assert(value <= 100); //~ error[assert-fail]
}

int main(void) {
    void (*call)(int) = (void (*)(int))take;
    call(-1);
    return 0;
}
