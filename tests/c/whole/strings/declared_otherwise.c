//@ args: --domain checkers
//@ unknown: `strlen` is declared with another result than the library's
// The length of a string is cut to a byte, which only the declaration says.
#include <stdlib.h>

unsigned char strlen(const char *s);

int main(void) {
    char *s = malloc(300);
    if (!s) return 0;
    for (int i = 0; i < 299; i++) s[i] = 'a';
    s[299] = 0;
    s[strlen(s)] = 'b';
    free(s);
    return 0;
}
