// Room for the byte that ends the text is forgotten.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[64], all[256];
    all[0] = '\0';
    while (fgets(line, sizeof line, stdin)) {
        size_t used = strlen(all);
        if (used + strlen(line) > sizeof all) break;
        strcat(all, line);
    }
    char *copy = strndup(all, 100);
    if (!copy) return 1;
    int same = strncmp(copy, all, 100) == 0;
    free(copy);
    return same ? 0 : 1;
}
