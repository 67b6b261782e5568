// The end of a static text is overwritten through the pointer that `strtol` leaves.
//@ confirmed
#include <assert.h>
#include <stdlib.h>

static char text[4] = "12";

int main(void) {
    char *end;
    if (strtol(text, &end, 10) == 12)
        *end = 'x';
    assert(text[2] == 0); //~ error[assert-fail]
    return 0;
}
