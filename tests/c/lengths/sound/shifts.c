// The machine takes the count of a shift modulo the width.
#include <assert.h>

int main(void) {
    int one = 1;
    int width = 32;
    int same = one << width;
    int half = 64 >> (width + 1);
    assert(same == 1); //~ safe[assert-fail]
    assert(half == 32); //~ safe[assert-fail]
    assert(half == 0); //~ error[assert-fail]
    return 0;
}
