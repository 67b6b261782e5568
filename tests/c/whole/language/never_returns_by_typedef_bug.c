// The type of a function says that it never returns.
//@ confirmed
#include <stdlib.h>

typedef void handler(int) __attribute__((noreturn));
handler leave;

void leave(int code) {
    if (code > 3)
        exit(code);
} //~ error[undefined]

int main(void) {
    leave(2);
    return 0;
}
