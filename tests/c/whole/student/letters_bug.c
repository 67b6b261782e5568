// Capitals are counted as well, but not from where they begin.
#include <stdio.h>

static void letters(const char *line, unsigned count[26]) {
    for (int i = 0; line[i] != '\0'; i++)
        if (line[i] >= 'A' && line[i] <= 'z')
            count[line[i] - 'a']++; //~ error[out-of-bounds]
}

int main(void) {
    char line[80];
    unsigned count[26] = {0};
    while (fgets(line, sizeof line, stdin) != NULL)
        letters(line, count);
    for (int i = 0; i < 26; i++)
        printf("%c %u\n", 'a' + i, count[i]);
    return 0;
}
