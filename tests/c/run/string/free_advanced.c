// Skips blanks by advancing the owning pointer, then frees the advanced pointer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char *make_line(int indent, const char *word) {
    char *line = malloc((size_t)indent + strlen(word) + 1);
    if (!line)
        exit(2);
    memset(line, ' ', (size_t)indent);
    strcpy(line + indent, word);
    return line;
}

static void print_trimmed(char *line) {
    while (*line == ' ')
        line++;
    printf("'%s'\n", line);
    free(line); //~ error[invalid-free]
}

int main(void) {
    static const char *const words[] = {"alpha", "beta", "gamma"};
    for (unsigned i = 0; i < 3; i++) {
        int indent = __VERIFIER_nondet_int() % 3;
        if (indent < 0)
            indent = 0;
        printf("indent %d: ", indent);
        print_trimmed(make_line(indent, words[i]));
    }
    return 0;
}
