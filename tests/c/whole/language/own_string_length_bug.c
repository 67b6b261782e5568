// A function of the program that has the name of a builtin which is none.
//@ args: -- -fno-builtin-strlen
#include <stddef.h>

size_t strlen(const char *s) { return s != NULL ? 50 : 0; }

int main(void) {
    int a[3] = {0, 0, 0};
    return a[strlen("x")]; //~ error[out-of-bounds]
}
