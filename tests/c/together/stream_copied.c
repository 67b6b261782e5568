//@ unknown: it is looked into a stream, of which nothing is known
// A copy of a stream is none, and must not be taken for one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    FILE *file = fopen("notes", "r");
    if (!file)
        return 1;
    FILE *copy = malloc(8);
    if (copy) {
        memcpy(copy, file, 8);
        fclose(copy);
    }
    fclose(file);
    return 0;
}
