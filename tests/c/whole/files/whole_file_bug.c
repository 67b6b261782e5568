//@ confirmed
// No room for the end of the string.
#include <stdio.h>
#include <stdlib.h>

static char *contents(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = NULL;
    long size;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && size < 1000000) {
        rewind(file);
        text = malloc((size_t)size);
        if (text) {
            size_t got = fread(text, 1, (size_t)size, file);
            text[got] = '\0'; //~ error[out-of-bounds]
        }
    }
    fclose(file);
    return text;
}

int main(void) {
    char *text = contents("notes");
    if (!text) {
        perror("notes");
        return 1;
    }
    puts(text);
    free(text);
    return 0;
}
