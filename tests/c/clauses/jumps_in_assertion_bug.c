// A compiler leaves the assertions out, and with them the jumps.
//@ unknown: an annotation with statements in its condition, or one that ends the program: a compiler leaves it out
#include <shapewright.h>
#include <stdlib.h>

int main(void) {
    int array[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        sw_assert(({ if (i == 1) break; 1; }));
        if (i == 2 && rand() == 77)
            return array[9];
    }
    return 0;
}
