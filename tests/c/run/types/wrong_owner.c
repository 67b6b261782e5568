// A tagged value frees its text whenever the tag says string, even if the text is a shared static one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

enum tag { INTEGER, TEXT };

struct value {
    enum tag tag;
    union {
        int integer;
        char *text;
    } u;
};

static char *copy(const char *s) {
    char *c = malloc(strlen(s) + 1);
    if (!c)
        exit(2);
    return strcpy(c, s);
}

static char negative[] = "negative";

static struct value from_input(int x) {
    struct value v;
    if (x % 3 == 0) {
        v.tag = INTEGER;
        v.u.integer = x % 100;
    } else {
        v.tag = TEXT;
        v.u.text = x > 0 ? copy("positive") : negative;
    }
    return v;
}

static void clear(struct value *v) {
    if (v->tag == TEXT)
        free(v->u.text); //~ error[invalid-free]
}

int main(void) {
    struct value v = from_input(__VERIFIER_nondet_int());
    if (v.tag == TEXT)
        printf("text %s\n", v.u.text);
    else
        printf("integer %d\n", v.u.integer);
    clear(&v);
    return v.tag;
}
