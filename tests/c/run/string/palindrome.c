// Longest palindrome in generated text, by growing around each centre with pointer walks.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define LENGTH 20

struct span {
    const char *from, *to; /* to is one past the end */
};

static struct span grow(const char *text, const char *end, const char *l, const char *r) {
    while (l > text && r < end && l[-1] == *r)
        l--, r++;
    return (struct span){l, r};
}

static struct span longest(const char *text, const char *end) {
    struct span best = {text, text};
    for (const char *c = text; c < end; c++) {
        for (int odd = 0; odd <= 1; odd++) {
            struct span s = grow(text, end, c, c + odd);
            if (s.to - s.from > best.to - best.from)
                best = s;
        }
    }
    return best;
}

int main(void) {
    char text[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        text[i] = (char)('a' + (unsigned)__VERIFIER_nondet_int() % 3);
    struct span s = longest(text, text + LENGTH);
    int n = (int)(s.to - s.from);
    printf("%.*s\n", LENGTH, text);
    printf("%*s%.*s\n", (int)(s.from - text), "", n, s.from);
    printf("length %d at %td\n", n, s.from - text);
    return n;
}
