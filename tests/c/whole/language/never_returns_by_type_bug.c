// A function that returns is called through a pointer to functions that never do.
//@ confirmed
#include <stdlib.h>

struct operations {
    void (*die)(int) __attribute__((noreturn));
};

static void leave(int code) {
    if (code > 3)
        exit(code);
}
static struct operations operations = {(void (*)(int))leave};

int main(void) {
    operations.die(2); //~ error[undefined]
    return 0;
}
