// Lengths of arrays in the type of a cast are evaluated; those in the type of a pointer whose size is asked for are not.
//@ proved
#include <stdlib.h>

int main(void) {
    int *count = malloc(sizeof *count);
    if (count == NULL)
        return 0;
    *count = 3;
    int numbers[16] = {0};
    int sum = (*(int(*)[*count])numbers)[2];
    int (*rows)[*count] = NULL;
    size_t row = sizeof *rows;
    free(count);
    return sum + (int)row + (int)sizeof(int(*)[*count]);
}
