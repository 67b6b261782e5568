//@ proved
// Strings are measured, copied, joined and looked through by the library's functions.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static char *twice(const char *s) {
    char *t = malloc(2 * strlen(s) + 1);
    if (!t) return NULL;
    strcpy(t, s);
    strcat(t, s);
    return t;
}


int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000) return 0;
    char *s = malloc(n);
    if (!s) return 0;
    for (unsigned i = 0; i + 1 < n; i++) s[i] = __VERIFIER_nondet_char();
    s[n - 1] = 0;
    char *t = strdup(s);
    char *u = twice(s);
    int same = t && u && strcmp(t, u) == 0;
    free(s);
    free(t);
    free(u);
    return same ? 1 : 0;
}
