// Where `realloc` gives the same address, what was to be made new is not.
#include <stdlib.h>

int main(void) {
    char *bytes = malloc(8);
    if (!bytes)
        return 0;
    char *end = NULL;
    char *moved = realloc(bytes, 32);
    if (!moved) {
        free(bytes);
        return 0;
    }
    if (moved != bytes)
        end = moved + 4;
    *end = 'x'; //~ error[null-deref]
    free(moved);
    return 0;
}
