// A function whose attribute rules it out returns a null pointer, which nobody uses.
//@ confirmed
#include <stdlib.h>

__attribute__((returns_nonnull)) static int *same(int *p) {
    return p; //~ error[undefined]
}

int main(void) {
    same(NULL);
    return 0;
}
