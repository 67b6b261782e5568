// A stream is a block like any other to nobody but the library.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *file = fopen("notes", "r");
    if (!file)
        return 1;
    free(file); //~ error[invalid-free]
    return 0;
}
