// A string with a small inline buffer: clearing frees the text even when it lies inline.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct str {
    size_t length;
    char *text;
    char small[8];
};

static void str_set(struct str *s, char c, size_t length) {
    s->length = length;
    s->text = length < sizeof s->small ? s->small : malloc(length + 1);
    if (!s->text)
        exit(2);
    memset(s->text, c, length);
    s->text[length] = '\0';
}

static void str_clear(struct str *s) {
    free(s->text); //~ error[invalid-free]
    s->text = NULL;
    s->length = 0;
}

int main(void) {
    struct str s;
    size_t n = 4 + (unsigned)__VERIFIER_nondet_int() % 8;
    str_set(&s, 'x', n);
    printf("%zu: %s\n", s.length, s.text);
    str_clear(&s);
    printf("%zu left\n", s.length);
    return 0;
}
