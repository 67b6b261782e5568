// A struct is copied into a part of a zeroed one: the bytes copied are no longer zero.
#include <assert.h>
#include <string.h>

struct small {
    int a;
    int b;
};

struct large {
    struct small small;
    int c;
};

int main(void) {
    struct small from;
    struct large to;
    memset(&from, 1, sizeof from);
    memset(&to, 0, sizeof to);
    to.small = from;
    assert(to.small.a == 0); //~ error[assert-fail] //~ FP[uninitialized]
    return 0;
}
