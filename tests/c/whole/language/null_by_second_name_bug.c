// By its second name a function is not given null pointers; its definition does not say so.
//@ confirmed
#include <stdlib.h>

int length(const char *s) {
    return s == NULL ? 0 : 1;
}
int long_length(const char *s) __attribute__((alias("length"), nonnull));

int main(void) {
    length(NULL);
    return long_length(NULL); //~ error[undefined]
}
