// There are no numbers to the base 1, so that nothing is told of where one ends.
//@ confirmed
#include <stdlib.h>

int main(void) {
    char *end;
    strtol("7", &end, 1);
    return *end; //~ error[uninitialized]
}
