// Counts lines, words and letters with a small state machine over generated text.
//@ clean
#include <ctype.h>
#include <stdio.h>

extern char __VERIFIER_nondet_char(void);

enum state { OUTSIDE, INSIDE };

struct counts {
    unsigned lines, words, letters, other;
};

static enum state feed(enum state state, char c, struct counts *n) {
    if (c == '\n')
        n->lines++;
    if (isspace((unsigned char)c))
        return OUTSIDE;
    if (state == OUTSIDE)
        n->words++;
    if (isalpha((unsigned char)c))
        n->letters++;
    else
        n->other++;
    return INSIDE;
}

int main(void) {
    static const char alphabet[] = "ab \n9Z\t.";
    struct counts n = {0};
    enum state state = OUTSIDE;
    for (int i = 0; i < 30; i++) {
        unsigned char raw = (unsigned char)__VERIFIER_nondet_char();
        char c = alphabet[raw % (sizeof alphabet - 1)];
        if (c == '\n')
            printf("\\n");
        else if (c == '\t')
            printf("\\t");
        else
            putchar(c);
        state = feed(state, c, &n);
    }
    printf("\n%u lines, %u words, %u letters, %u other, %s\n", n.lines, n.words, n.letters, n.other,
           state == INSIDE ? "inside" : "outside");
    return 0;
}
