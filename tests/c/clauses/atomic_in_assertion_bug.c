// A compiler leaves the assertion out, and with it the change.
//@ unknown: an annotation that changes something: a compiler leaves it out
#include <shapewright.h>
#include <stdlib.h>

int main(void) {
    int array[3] = {0, 0, 0};
    int n = 8;
    sw_assert(__atomic_fetch_add(&n, 1, 0) == 8);
    if (rand() == 77)
        return array[n == 8 ? 9 : 0];
    return 0;
}
