// Runs never open a file, which proves nothing.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("notes", "r");
    if (!file)
        return 1;
    fclose(file);
    return fgetc(file); //~ error[use-after-free]
}
