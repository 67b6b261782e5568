//@ confirmed
// Whatever is read may be blanks without end; the error does not depend on it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int number;
    int *kept = malloc(sizeof *kept);
    if (!kept)
        return 1;
    *kept = 0;
    while (scanf("%d", &number) == 1) {
        if (number == ' ')
            free(kept);
        *kept = number; //~ error[use-after-free]
    }
    free(kept);
    return 0;
}
