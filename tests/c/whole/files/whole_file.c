//@ proved
// A file as one string: its size is asked for, then it is read. What is read may be less than was asked for.
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
        text = malloc((size_t)size + 1);
        if (text) {
            size_t got = fread(text, 1, (size_t)size, file);
            text[got] = '\0';
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
