// What refers weakly to a name that is declared and never defined is asked for before it is used; one that is defined is there.
//@ proved
#include <stddef.h>

int nowhere(void);
static int perhaps(void) __attribute__((weakref("nowhere")));
static int surely(void) __attribute__((weakref("here")));
int here(void) {
    return 1;
}

int main(void) {
    int x = 0, *p = NULL;
    if (perhaps == NULL)
        p = &x;
    *p = 2;
    if (surely == NULL)
        p = NULL;
    *p = 3;
    return 0;
}
