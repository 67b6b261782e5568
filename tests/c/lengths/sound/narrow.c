// Conversions to narrower types and other signs change values.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

int main(void) {
    int large = 300;
    unsigned char narrow = (unsigned char)large;
    int minus = -1;
    unsigned wide = (unsigned)minus;
    signed char small = (signed char)minus;
    bool truth = large;
    unsigned none = 0;
    none--;
    unsigned char count = 255;
    count++;
    switch (rand()) {
    case 0:
        assert(narrow == 300); //~ error[assert-fail]
        break;
    case 1:
        assert(wide == 0); //~ error[assert-fail]
        break;
    case 2:
        assert(small < 0); //~ safe[assert-fail]
        break;
    case 3:
        assert(truth == 1); //~ safe[assert-fail]
        break;
    case 4:
        assert(none == 0); //~ error[assert-fail]
        break;
    case 5:
        assert(count != 0); //~ error[assert-fail]
        break;
    case 6:
        assert(narrow <= 255 && count <= 255); //~ safe[assert-fail]
        break;
    }
    return 0;
}
