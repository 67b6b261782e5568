// A function that is promised not to return by another name, and does not.
//@ proved
#include <stdlib.h>

void die(void) __asm__("stop") __attribute__((noreturn));
void stop(void) { exit(1); }

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL)
        die();
    *p = 1;
    free(p);
    return 0;
}
