// An attribute in the type of a pointer is about functions that are not known by name: nothing is said of them.
//@ unknown: `nonnull` or `returns_nonnull` on anything but the declaration of a function
#include <stdlib.h>

struct hooks {
    int (*get)(const int *p) __attribute__((nonnull));
};

static int get(const int *p) {
    return p == NULL ? 0 : *p;
}

int main(void) {
    struct hooks hooks = { get };
    int x = 1;
    return hooks.get(&x);
}
