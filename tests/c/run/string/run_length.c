// Run-length encoding and decoding, compared with the original.
//@ clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char *encode(const char *s) {
    char *out = malloc(2 * strlen(s) + 1), *o = out;
    if (!out)
        exit(2);
    while (*s) {
        char c = *s;
        int run = 0;
        while (*s == c && run < 9)
            run++, s++;
        *o++ = (char)('0' + run);
        *o++ = c;
    }
    *o = '\0';
    return out;
}

static char *decode(const char *s) {
    size_t length = 0;
    for (const char *p = s; *p; p += 2)
        length += (size_t)(*p - '0');
    char *out = malloc(length + 1), *o = out;
    if (!out)
        exit(2);
    for (; *s; s += 2) {
        memset(o, s[1], (size_t)(s[0] - '0'));
        o += s[0] - '0';
    }
    *o = 0;
    return out;
}

int main(void) {
    char text[33];
    size_t n = 0;
    while (n < 24) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        for (unsigned i = 0; i <= x % 5 && n < 24; i++)
            text[n++] = (char)('a' + x / 5 % 3);
    }
    text[n] = '\0';
    char *packed = encode(text), *back = decode(packed);
    int same = strcmp(text, back) == 0;
    printf("%s\n%s\n%s\n", text, packed, same ? "same" : "different");
    free(packed);
    free(back);
    return !same;
}
