// Variadic functions: a counted sum, a terminated maximum, and passing a va_list on.
//@ clean
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static long sum(int count, ...) {
    va_list args;
    long total = 0;
    va_start(args, count);
    while (count-- > 0)
        total += va_arg(args, int);
    va_end(args);
    return total;
}

static int largest_from(int first, va_list args) {
    int best = first;
    for (int v; (v = va_arg(args, int)) != INT_MIN;)
        if (v > best)
            best = v;
    return best;
}

static int largest(int first, ...) {
    va_list args, again;
    va_start(args, first);
    va_copy(again, args);
    int best = largest_from(first, args);
    va_end(args);
    int count = 1;
    while (va_arg(again, int) != INT_MIN)
        count++;
    va_end(again);
    printf("(of %d) ", count);
    return best;
}

static double mixed(const char *kinds, ...) {
    double r = 0;
    va_list args;
    va_start(args, kinds);
    for (; *kinds; kinds++)
        r += *kinds == 'd' ? va_arg(args, double) : *kinds == 'l' ? (double)va_arg(args, long) : va_arg(args, int);
    va_end(args);
    return r;
}

int main(void) {
    int a = __VERIFIER_nondet_int() % 1000, b = __VERIFIER_nondet_int() % 1000;
    short s = (short)__VERIFIER_nondet_int();
    printf("sum %ld %ld %ld\n", sum(0), sum(2, a, b), sum(4, a, s, b, 'c'));
    printf("largest %d\n", largest(a, b, s, -5, INT_MIN));
    printf("mixed %.2f\n", mixed("idlc", a, 0.25f, (long)b, 'x'));
    return a > b;
}
