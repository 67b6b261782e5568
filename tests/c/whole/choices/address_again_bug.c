// Who frees only what has another address than the last block loses one now and then.
#include <stdlib.h>

int main(void) {
    int *first = malloc(sizeof *first);
    if (!first)
        return 0;
    free(first);
    int *second = malloc(sizeof *second);
    if (!second)
        return 0;
    if (second != first)
        free(second);
    return 0; //~ error[leak]
}
