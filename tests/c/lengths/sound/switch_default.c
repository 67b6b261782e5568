// The default of a switch with ranges.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned value = (unsigned)rand();
    int which = 0;
    switch (value) {
    case 0 ... 9:
        which = 1;
        break;
    case -1u:
        which = 2;
        break;
    default:
        which = 3;
    }
    if (which == 1)
        assert(value < 9); //~ error[assert-fail]
    if (which == 2)
        assert(value > 9);
    if (which == 3)
        assert(value != 12); //~ error[assert-fail]
    return 0;
}
