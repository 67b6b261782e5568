// The library writes to `errno` while somebody holds its address.
//@ args: --domain checkers
//@ unknown: `__errno_location` has no body and is not modelled
#include <errno.h>
#include <stdlib.h>

int main(int count, char **words) {
    int *last = &errno;
    *last = 0;
    if (count < 2)
        return 0;
    strtol(words[1], NULL, 10);
    int *block = malloc(sizeof *block);
    free(block);
    if (*last == ERANGE)
        free(block);
    return 0;
}
