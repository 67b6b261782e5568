// Names are compared by what they say: equal literals may be one object or two.
//@ proved
#include <stdlib.h>
#include <string.h>

static const char *color(int warm) { return warm ? "red" : "blue"; }

int main(void) {
    const char *mine = "blue";
    int *count = NULL, zero = 0;
    if (strcmp(color(0), mine) == 0 || color(0) == mine || color(0) != mine)
        count = &zero;
    return *count;
}
