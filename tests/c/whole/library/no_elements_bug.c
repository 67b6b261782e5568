// An array without elements must be there to be sorted.
//@ confirmed
#include <stdlib.h>

static int order(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int *none = 0;
    qsort(none, 0, sizeof *none, order); //~ error[undefined]
    return 0;
}
