// The other six bytes of a `long double` hold nothing that can be compared.
//@ confirmed
//@ unknown: some of these bytes may never have been written
#include <string.h>

int main(void) {
    long double a = 1.5L, b = 1.5L;
    return memcmp(&a, &b, sizeof a) != 0; //~ error[uninitialized]
}
