// Small structs passed and returned by value: fractions, nested, in arrays, compared through copies.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct fraction {
    long num, den;
};

struct interval {
    struct fraction lo, hi;
    char label[4];
};

static long gcd(long a, long b) { return b ? gcd(b, a % b) : a < 0 ? -a : a; }

static struct fraction reduce(struct fraction f) {
    long g = gcd(f.num, f.den);
    f.num /= g;
    f.den /= g;
    return f;
}

static struct fraction add(struct fraction a, struct fraction b) {
    return reduce((struct fraction){a.num * b.den + b.num * a.den, a.den * b.den});
}

static int less(struct fraction a, struct fraction b) { return a.num * b.den < b.num * a.den; }

static struct interval widen(struct interval i, struct fraction f) {
    if (less(f, i.lo))
        i.lo = f;
    if (less(i.hi, f))
        i.hi = f;
    i.label[1]++;
    return i;
}

int main(void) {
    struct interval i = {{0, 1}, {0, 1}, "#0"};
    struct fraction sum = {0, 1}, all[5];
    for (int k = 0; k < 5; k++) {
        int x = __VERIFIER_nondet_int();
        all[k] = reduce((struct fraction){x % 20, 1 + (long)((unsigned)x / 32 % 6)});
        sum = add(sum, all[k]);
        i = widen(i, all[k]);
    }
    struct fraction copy[5];
    for (int k = 0; k < 5; k++) {
        copy[k] = all[4 - k];
        printf("%ld/%ld ", copy[k].num, copy[k].den);
    }
    printf("\nsum %ld/%ld in [%ld/%ld, %ld/%ld] %s\n", sum.num, sum.den, i.lo.num, i.lo.den, i.hi.num, i.hi.den,
           i.label);
    return (int)add(sum, copy[0]).den & 0x7f;
}
