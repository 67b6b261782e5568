// A recursive-descent calculator: expression, term and factor call one another.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static const char *at;
static int depth, deepest;

static long expression(void);

static long factor(void) {
    long v = 0;
    if (*at == '(') {
        at++;
        if (++depth > deepest)
            deepest = depth;
        v = expression();
        depth--;
        at++; /* ')' */
        return v;
    }
    if (*at == '-') {
        at++;
        return -factor();
    }
    while (*at >= '0' && *at <= '9')
        v = 10 * v + (*at++ - '0');
    return v;
}

static long term(void) {
    long v = factor();
    while (*at == '*' || *at == '/') {
        char op = *at++;
        long w = factor();
        v = op == '*' ? v * w : w ? v / w : 0;
    }
    return v;
}

static long expression(void) {
    long v = term();
    while (*at == '+' || *at == '-')
        v = *at++ == '+' ? v + term() : v - term();
    return v;
}

int main(void) {
    char text[64];
    unsigned a = (unsigned)__VERIFIER_nondet_int() % 100, b = (unsigned)__VERIFIER_nondet_int() % 100;
    static const char *const forms[] = {"%u+%u*(2-3)", "-(%u-%u)*(4/(1+1))", "((%u))/(%u-7)", "%u-%u-1"};
    const char *form = forms[(unsigned)__VERIFIER_nondet_int() % 4];
    _Pragma("GCC diagnostic ignored \"-Wformat-nonliteral\"")
    snprintf(text, sizeof text, form, a, b);
    at = text;
    long v = expression();
    printf("%s = %ld, depth %d, rest '%s'\n", text, v, deepest, at);
    return *at != '\0';
}
