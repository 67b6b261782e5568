// A function that returns, though a declaration of its symbol says that it does not.
#include <stdlib.h>

void die(void) __asm__("stop") __attribute__((noreturn));
void stop(void) {
    return; //~ error[undefined]
}

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL)
        die();
    *p = 1;
    free(p);
    return 0;
}
