// Dense expression code: commas, nested conditionals, short circuits with side effects.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int calls;

static int tick(int v) { return calls++, v; }

static int collatz(unsigned n) {
    int steps = 0;
    while (n > 1 && steps < 200)
        n = (steps++, n & 1) ? 3 * n + 1 : n / 2;
    return steps;
}

static const char *sign(int v) { return v < 0 ? "negative" : v ? "positive" : "zero"; }

int main(void) {
    int a = __VERIFIER_nondet_int() % 50, b = __VERIFIER_nondet_int() % 50, i, j;
    int both = tick(a > 0) && tick(b > 0);
    int either = tick(a < 0) || tick(b < 0) || (calls += 10, 0);
    printf("%d %d after %d calls\n", both, either, calls);

    for (i = 0, j = 9; i < j; i += 2, j--)
        a += i > 4 ? j : i ? -j : 1, b ^= i & j;
    printf("i=%d j=%d a=%d b=%d %s %s\n", i, j, a, b, sign(a), sign(b));

    int *p = a < b ? &a : &b, *q = p == &a ? &b : &a;
    *p += *q, *q = !*p ? ~*q : -*q;
    printf("%d %d\n", *p, *q);

    int t = a ?: 77;
    printf("%d %d\n", t, (i = 3, j = i * 2, i + j));
    printf("%d\n", collatz((unsigned)(a < 0 ? -a : a) + 1));
    do {
        if (t & 1)
            continue;
        calls++;
    } while ((t /= 2) && calls < 100);
    return !both ? calls & 0x3f : 0x40 | either;
}
