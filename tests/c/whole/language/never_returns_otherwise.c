// Functions that never return, by the type of a pointer and by a second name.
//@ proved
#include <stdlib.h>

typedef void (*handler)(int) __attribute__((noreturn));
struct operations {
    void (*die)(int) __attribute__((noreturn));
};

static void leave(int code) { exit(code); }
void end(int code) { exit(code); }
void finish(int code) __attribute__((alias("end"), noreturn));

static struct operations operations = {(handler)leave};

int main(int argc, char **argv) {
    (void)argv;
    int *none = NULL;
    if (argc > 2) {
        operations.die(2);
        *none = 1;
    }
    if (argc > 1) {
        handler go = (handler)leave;
        go(3);
        *none = 2;
    }
    finish(4);
    *none = 3;
    return 0;
}
