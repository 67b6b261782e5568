// An object that is `const` and `volatile` is not written by the program.
//@ confirmed
#include <string.h>

static const volatile int limit = 3;

static void clear(void *p) {
    memset(p, 0, sizeof(int)); //~ error[out-of-bounds]
}

int main(void) {
    clear((void *)&limit);
    return 0;
}
