// By its second name a function never returns, and by its first it does.
//@ confirmed
#include <stdlib.h>

void leave(int code) {
    if (code > 3)
        exit(code);
}
void die(int code) __attribute__((alias("leave"), noreturn));

int main(void) {
    die(2); //~ error[undefined]
    return 0;
}
