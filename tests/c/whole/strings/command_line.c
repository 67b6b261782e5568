// A list of copies of the words of the command line.
//@ proved
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    struct word *next;
    char *text;
};

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s word...\n", argv[0]);
        return 1;
    }
    struct word *words = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0)
            continue;
        struct word *word = malloc(sizeof *word);
        if (!word)
            break;
        word->text = strdup(argv[i]);
        if (!word->text) {
            free(word);
            break;
        }
        word->next = words;
        words = word;
    }
    while (words) {
        struct word *next = words->next;
        puts(words->text);
        free(words->text);
        free(words);
        words = next;
    }
    return 0;
}
