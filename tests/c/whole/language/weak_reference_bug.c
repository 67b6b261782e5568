// That a name is declared defines nothing: what refers to it weakly has the address null.
//@ confirmed
#include <stddef.h>

int nowhere(void);
static int perhaps(void) __attribute__((weakref("nowhere")));

int main(void) {
    int x = 0, *p = NULL;
    if (perhaps != NULL)
        p = &x;
    *p = 2; //~ error[null-deref]
    return x;
}
