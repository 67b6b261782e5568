// No elements are sorted and searched, in an array that is there.
//@ proved
#include <stdlib.h>

static int order(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int key = 1, none[1] = {2};
    qsort(none, 0, sizeof *none, order);
    return bsearch(&key, none, 0, sizeof *none, order) != 0;
}
