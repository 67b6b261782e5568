// A table that interns strings: equal text gives the same pointer, stored once.
//@ clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct symbol {
    struct symbol *next;
    size_t length;
    char text[];
};

static struct symbol *symbols[8];

static const char *intern(const char *text, size_t length) {
    unsigned h = 2166136261u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    struct symbol **bucket = &symbols[h & 7];
    for (struct symbol *s = *bucket; s; s = s->next)
        if (s->length == length && memcmp(s->text, text, length) == 0)
            return s->text;
    struct symbol *s = malloc(sizeof *s + length + 1);
    if (!s)
        exit(2);
    memcpy(s->text, text, length);
    s->text[length] = '\0';
    s->length = length;
    s->next = *bucket;
    return (*bucket = s)->text;
}

int main(void) {
    static const char source[] = "let x = x + y in let y = x in x";
    const char *seen[16];
    int n = 0, start = (int)((unsigned)__VERIFIER_nondet_int() % sizeof source);
    const char *p = source + start;
    while (*p && n < 16) {
        size_t len = strcspn(p, " ");
        if (len > 0)
            seen[n++] = intern(p, len);
        p += len + (p[len] == ' ');
    }
    int same = 0;
    for (int i = 0; i < n; i++) {
        printf("%s ", seen[i]);
        for (int j = i + 1; j < n; j++)
            same += seen[i] == seen[j];
    }
    printf("\n%d words, %d equal pairs\n", n, same);
    for (int i = 0; i < 8; i++) {
        while (symbols[i]) {
            struct symbol *s = symbols[i];
            symbols[i] = s->next;
            free(s);
        }
    }
    return 0;
}
