// A variadic length of strings up to NULL, with an assertion that longer parts break.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static size_t joined_length(const char *first, ...) {
    va_list args;
    size_t total = 0;
    int count = 0;
    va_start(args, first);
    for (const char *s = first; s; s = va_arg(args, const char *)) {
        total += strlen(s);
        count++;
    }
    va_end(args);
    printf("%d strings, %zu letters\n", count, total);
    assert(total <= 12); //~ error[assert-fail]
    return total;
}

int main(void) {
    static const char *const parts[] = {"a", "ab", "abcd", "abcdefgh"};
    const char *x = parts[(unsigned)__VERIFIER_nondet_int() % 4];
    const char *y = parts[(unsigned)__VERIFIER_nondet_int() % 4];
    size_t n = joined_length(x, y, (char *)NULL);
    n += joined_length(y, "-", x, "-", (char *)NULL);
    printf("together %zu\n", n);
    return (int)n;
}
