// The length of an array in the type of a cast is read after it was freed.
//@ confirmed
#include <stdlib.h>

int main(void) {
    int *count = malloc(sizeof *count);
    if (count == NULL)
        return 0;
    *count = 3;
    int numbers[16] = {0};
    free(count);
    (void)(int(*)[*count])numbers; //~ error[use-after-free]
    return 0;
}
