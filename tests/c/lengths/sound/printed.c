//@ unknown: `printf` has no body and is not modelled
// A format that wants more than it is given.
#include <stdio.h>

int main(void) {
    printf("%d\n", 1);
    printf("%s\n", (char *)0); //~ error[null-deref]
    return 0;
}
