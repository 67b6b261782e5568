// A compiler leaves the assumption out, and with it what the function writes.
#include <shapewright.h>
#include <stdlib.h>

static bool set(int *p) {
    int *q = p;
    int **r = &q;
    **r = 2; //~ error[bad-checker]
    return true;
}

int main(void) {
    int array[3] = {0, 0, 0};
    int n = 9;
    sw_assume(set(&n));
    return array[n];
}
