// A new block may have the address of one that is gone, and is another one all the same.
//@ proved
#include <stdlib.h>

int main(void) {
    int *first = malloc(sizeof *first);
    if (!first)
        return 0;
    free(first);
    int *second = malloc(sizeof *second);
    if (!second)
        return 0;
    *second = first == second;
    free(second);
    return 0;
}
