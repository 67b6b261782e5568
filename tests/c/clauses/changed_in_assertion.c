// A compiler leaves the assertion out, and with it the change.
//@ unknown: an annotation that changes something: a compiler leaves it out
#include <shapewright.h>

int main(void) {
    int n = 1;
    sw_assert(n++ == 1);
    return n - 2;
}
