// The value of a `_Bool` is not used, and is none.
//@ confirmed
#include <stdbool.h>
#include <string.h>

int main(void) {
    bool flag;
    memset(&flag, 2, 1);
    (void)flag; //~ error[undefined]
    return 0;
}
