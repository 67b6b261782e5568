// A zero that is printed as a character ends the string, but what is printed behind it is written as well.
//@ args: --domain checkers
#include <stdio.h>

int main(void) {
    char text[8] = {0};
    int *nowhere = NULL;
    sprintf(text, "a%cb", 0);
    if (text[2])
        *nowhere = 1; //~ error[null-deref]
    return 0;
}
