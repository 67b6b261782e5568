// The promise is made in a function after the one that does not keep it.
#include <stdlib.h>

void stop(void) {
    return; //~ error[undefined]
}

int main(void) {
    extern void stop(void) __attribute__((noreturn));
    int *p = malloc(sizeof *p);
    if (p == NULL)
        stop();
    *p = 1;
    free(p);
    return 0;
}
