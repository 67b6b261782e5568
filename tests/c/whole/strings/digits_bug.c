// The sign has no room.
//@ confirmed
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char text[11];
    int number = __VERIFIER_nondet_int();
    if (number < -1999999999 && number > -2000000009)
        sprintf(text, "%d", number); //~ error[out-of-bounds]
    return 0;
}
