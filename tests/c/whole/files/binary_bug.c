//@ confirmed
// What is read in part has no value, even where there was one before.
#include <stdio.h>

struct entry {
    int key;
    int count;
};

int main(void) {
    struct entry e = {0, 0};
    FILE *file = fopen("entries", "rb");
    if (!file)
        return 1;
    size_t got = fread(&e, sizeof e, 1, file);
    fclose(file);
    if (got == 0 && e.count > 0) //~ error[uninitialized]
        return 2;
    return 0;
}
