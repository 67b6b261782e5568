// A block is read after it was freed.
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    if (p == NULL) return 1;
    *p = 3;
    free(p);
    return *p; //~ error[use-after-free]
}
