// Copies exactly the bytes of a word into a block of the same size and prints it as a string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char *copy_word(const char *from, size_t *length) {
    size_t n = 0;
    while (from[n] && from[n] != ' ')
        n++;
    char *word = malloc(n + (n == 0));
    if (!word)
        exit(2);
    memcpy(word, from, n);
    if (n == 0)
        word[0] = '\0';
    *length = n;
    return word;
}

int main(void) {
    static const char *const lines[] = {"hello world", "", "pointer soup", " leading"};
    const char *line = lines[(unsigned)__VERIFIER_nondet_int() % 4];
    size_t n;
    char *word = copy_word(line, &n);
    printf("%zu bytes\n", n);
    size_t again = strlen(word); //~ error[out-of-bounds]
    printf("strlen %zu\n", again);
    free(word);
    return 0;
}
