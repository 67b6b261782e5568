// `strtol` notes where it stopped, and a compiler leaves the assertion out.
#include <shapewright.h>
#include <stdlib.h>

static char *end;

static bool reads(const char *text) {
    return strtol(text, &end, 10) >= 0; //~ error[bad-checker]
}

int main(void) {
    char text[] = "1";
    if (rand() == 81726354)
        sw_assert(reads(text)); //~ FP[assert-fail]
    return 0;
}
