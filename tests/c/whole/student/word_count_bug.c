//@ confirmed
// Words are not freed with their elements. Counts words in a hash table of lists whose elements own their words.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 101

struct entry {
    char *word;
    int count;
    struct entry *next;
};

static struct entry *table[BUCKETS];

static unsigned hash(const char *word) {
    unsigned sum = 5381;
    while (*word)
        sum = sum * 33 + (unsigned char)*word++;
    return sum % BUCKETS;
}

static struct entry *lookup(const char *word) {
    unsigned bucket = hash(word);
    for (struct entry *at = table[bucket]; at; at = at->next)
        if (!strcmp(at->word, word))
            return at;
    struct entry *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    made->word = malloc(strlen(word) + 1);
    if (!made->word) {
        free(made);
        return NULL;
    }
    strcpy(made->word, word);
    made->count = 0;
    made->next = table[bucket];
    table[bucket] = made;
    return made;
}

int main(void) {
    char word[100];
    int letter;
    size_t length = 0;
    while ((letter = getchar()) != EOF) {
        if (isalpha(letter)) {
            if (length < sizeof word - 1)
                word[length++] = (char)tolower(letter);
        } else if (length) {
            word[length] = '\0';
            struct entry *counted = lookup(word);
            if (counted)
                counted->count++;
            length = 0;
        }
    }
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        struct entry *at = table[bucket];
        while (at) {
            struct entry *next = at->next;
            printf("%s %d\n", at->word, at->count);
            free(at); //~ error[leak]
            at = next;
        }
        table[bucket] = NULL;
    }
    return 0;
}
