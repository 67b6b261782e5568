// A struct is assigned to a place that it overlaps.
#include <stdlib.h>

struct three {
    int a[3];
};

int main(void) {
    int *row = calloc(6, sizeof *row);
    if (!row)
        return 0;
    struct three *from = (struct three *)row, *to = (struct three *)(row + 1);
    *to = *from; //~ error[undefined]
    free(row);
    return 0;
}
