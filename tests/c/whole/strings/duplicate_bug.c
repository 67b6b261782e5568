// Room for the byte that ends the string is forgotten.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000) return 0;
    char *s = malloc(n);
    if (!s) return 0;
    for (unsigned i = 0; i + 1 < n; i++) s[i] = __VERIFIER_nondet_char();
    s[n - 1] = 0;
    char *t = malloc(2 * strlen(s));
    if (t) {
        strcpy(t, s); //~ error[out-of-bounds]
        strcat(t, s); //~ error[out-of-bounds]
    }
    free(s);
    free(t);
    return 0;
}
