// What is no stream must not be printed to.
//@ args: --domain checkers
//@ unknown: nothing is known of the stream
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *file = malloc(300);
    if (!file)
        return 1;
    fprintf(file, "%d\n", 7);
    free(file);
    return 0;
}
