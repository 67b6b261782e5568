// A parameter of `const` type.
//@ confirmed
#include <string.h>

static int last(const int value) {
    memset((int *)&value, 0, sizeof value); //~ error[out-of-bounds]
    return value;
}

int main(void) {
    return last(3);
}
