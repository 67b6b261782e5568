// Trims trailing blanks by walking back and runs off the front of an all-blank line.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char *line_of(unsigned blanks, const char *word) {
    size_t n = strlen(word);
    char *line = malloc(n + blanks + 1);
    if (!line)
        exit(2);
    memcpy(line, word, n);
    memset(line + n, ' ', blanks);
    line[n + blanks] = '\0';
    return line;
}

static void trim(char *line) {
    char *p = line + strlen(line);
    while (p[-1] == ' ') //~ error[out-of-bounds]
        *--p = '\0';
}

int main(void) {
    static const char *const words[] = {"key", "v", ""};
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    char *line = line_of(1 + x / 8 % 4, words[x % 3]);
    printf("'%s'\n", line);
    trim(line);
    printf("'%s'\n", line);
    free(line);
    return 0;
}
