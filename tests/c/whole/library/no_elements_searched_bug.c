// An array without elements must be there to be searched.
//@ confirmed
#include <stdlib.h>

static int order(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int key = 1, *none = 0;
    return bsearch(&key, none, 0, sizeof *none, order) != 0; //~ error[undefined]
}
