// A list whose elements own lists of another kind, and a block each.
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
#define input __VERIFIER_nondet_int

struct word {
    struct word *next;
    int count;
};

struct line {
    struct word *words;
    char *text;
    struct line *next;
};

int main(void) {
    struct line *lines = NULL;
    while (input()) {
        struct line *l = malloc(sizeof *l);
        if (l == NULL)
            break;
        l->words = NULL;
        l->text = malloc(80);
        l->next = lines;
        lines = l;
        while (input()) {
            struct word *w = malloc(sizeof *w);
            if (w == NULL)
                break;
            w->count = input();
            w->next = l->words;
            l->words = w;
        }
    }
    while (lines != NULL) {
        struct line *next = lines->next;
        while (lines->words != NULL) {
            struct word *w = lines->words;
            lines->words = w->next;
            free(w);
        }
        free(lines->text);
        free(lines);
        lines = next;
    }
    return 0;
}
