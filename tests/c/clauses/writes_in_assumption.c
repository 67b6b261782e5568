// A condition may write to variables of what runs for it.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

static void twice(int n, int *out) {
    *out = n + n;
}

static bool small(int n) {
    int sum = 0;
    twice(n, &sum);
    return sum < 10;
}

int main(void) {
    int array[3] = {0, 0, 0};
    int n = rand() & 1;
    sw_assume(small(n));
    sw_assert(small(n));
    return array[n];
}
