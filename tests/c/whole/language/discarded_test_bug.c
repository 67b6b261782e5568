// The last operand of `&&` is tested, though nobody wants to know.
#include <stdlib.h>

int main(void) {
    int *cell = malloc(sizeof *cell);
    if (cell == NULL) return 0;
    int set = 1;
    set && *cell; //~ error[uninitialized]
    free(cell);
    return 0;
}
