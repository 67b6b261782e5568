// A contract reads a number that it does not claim. Who goes by it takes the number for unchanged, so that it carries no caller.
#include <shapewright.h>
#include <stddef.h>

static void set(int *count) {
    sw_requires(*count >= 0);
    sw_ensures(*count == 7);
    *count = 7;
}

int main(void) {
    int count = 0;
    set(&count);
    int *nowhere = NULL;
    *nowhere = 1; //~ error[null-deref]
    return 0;
}
