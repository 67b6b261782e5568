//@ unknown: `puts` has no body and is not modelled
// What is printed is read.
#include <stdio.h>

int main(void) {
    char *text = NULL;
    puts(text); //~ error[null-deref]
    return 0;
}
