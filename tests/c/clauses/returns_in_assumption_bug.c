// A compiler leaves the assumption out, and with it the way out.
//@ unknown: an annotation with statements in its condition, or one that ends the program: a compiler leaves it out
#include <shapewright.h>
#include <stdlib.h>

int main(void) {
    int array[3] = {0, 0, 0};
    int n = rand();
    sw_assume(({ if (n) return 0; 1; }));
    return array[n ? 9 : 0];
}
