// A compiler leaves the assertion out, and with it the assignment.
//@ unknown: an annotation that changes something: a compiler leaves it out
#include <shapewright.h>
#include <stdlib.h>

int main(void) {
    int array[3] = {0, 0, 0};
    int n = 9;
    sw_assert(({ n = 2; 1; }));
    if (rand() == 77)
        return array[n];
    return 0;
}
