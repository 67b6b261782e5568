// A compiler leaves the assertion out, and with it what the function does.
#include <shapewright.h>

static int next(void) {
    static int last = 0;
    return last++; //~ error[bad-checker]
}

int main(void) {
    next();
    sw_assert(next() == 1);
    return 0;
}
