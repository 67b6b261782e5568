// A condition that only reads: whether it holds or not, the program goes on.
//@ proved
#include <shapewright.h>
#include <stdlib.h>
#include <string.h>

static bool small(int n) {
    if (n > 100)
        return false;
    return true;
}

int main(void) {
    int array[3] = {0, 0, 0};
    int n = rand() & 1;
    char text[4] = "ab";
    sw_assert(small(n));
    sw_assert(strlen(text) == 2);
    sw_assert(({ int twice = n + n; twice <= 2; }));
    sw_assume(small(n));
    return array[n ? 2 : 0];
}
