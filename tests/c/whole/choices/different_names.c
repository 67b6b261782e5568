// Literals of which neither is a part of the other are different objects.
//@ proved
#include <stddef.h>

int main(void) {
    const char *one = "abc", *two = "abd";
    int *count = NULL, zero = 0;
    if (one != two)
        count = &zero;
    return *count;
}
