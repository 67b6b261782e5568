// Two pointers to equal literals are compared byte by byte: they may be one.
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *a = "text", *b = "text";
    int *p = NULL, x = 0;
    if (memcmp(&a, &b, sizeof a) != 0)
        p = &x;
    return *p; //~ error[null-deref]
}
