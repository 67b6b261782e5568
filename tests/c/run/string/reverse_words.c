// Reverses the order of words in place by reversing the whole and then each word.
//@ clean
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static void reverse(char *from, char *to) {
    while (from < to) {
        char c = *from;
        *from++ = *--to;
        *to = c;
    }
}

static int reverse_words(char *s) {
    int words = 0;
    reverse(s, s + strlen(s));
    while (*s) {
        char *end = s;
        while (*end && *end != ' ')
            end++;
        reverse(s, end);
        words++;
        s = *end ? end + 1 : end;
    }
    return words;
}

int main(void) {
    static const char *const vocabulary[] = {"to", "be", "or", "not", "that", "is", "the", "question"};
    char text[64] = "";
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 6);
    for (int i = 0; i < n; i++) {
        if (i > 0)
            strcat(text, " ");
        strcat(text, vocabulary[(unsigned)__VERIFIER_nondet_int() % 8]);
    }
    printf("%s\n", text);
    int words = reverse_words(text);
    printf("%s\n%d words\n", text, words);
    return words == n ? 0 : 1;
}
