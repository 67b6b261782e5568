// The string is not ended before it is copied.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static char *copy(char *to, const char *from) {
    char *result = to;
    while ((*to++ = *from++)) { //~ error[out-of-bounds]
    }
    return result;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000) return 0;
    char *s = malloc(n), *t = malloc(n);
    if (s && t) {
        for (unsigned i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
        copy(t, s);
    }
    free(s);
    free(t);
    return 0;
}
