// A null pointer is given to a function whose attribute rules it out: a compiler may leave its test out.
//@ confirmed
#include <stdlib.h>

static int second(int *p, int *q) __attribute__((nonnull(2)));
static int second(int *p, int *q) { //~ error[undefined]
    return q == NULL ? *p : *q;
}

int main(void) {
    int x = 3;
    int (*called)(int *, int *) = second;
    return called(&x, NULL);
}
