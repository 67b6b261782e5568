// Equal literals may be one object.
#include <stdlib.h>

static const char *color(int warm) { return warm ? "red" : "blue"; }

int main(void) {
    const char *mine = "blue";
    int *count = NULL, zero = 0;
    if (color(0) != mine)
        count = &zero;
    return *count; //~ error[null-deref]
}
