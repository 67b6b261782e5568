// A sieve of Eratosthenes that marks up to and including the limit in a table of that size.
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define LIMIT 50

static unsigned char composite[LIMIT];

static void mark(int prime) {
    for (int m = prime * prime; m <= LIMIT; m += prime)
        composite[m] = 1; //~ error[out-of-bounds]
}

static int next_prime(int from) {
    while (from < LIMIT && composite[from])
        from++;
    return from;
}

int main(void) {
    memset(composite, 0, sizeof composite);
    /* The wheel skips 2 and 5, whose multiples are known, on some runs. */
    int skip = __VERIFIER_nondet_int() % 2 == 0;
    for (int p = 2; p * p <= LIMIT; p = next_prime(p + 1)) {
        if (skip && (p == 2 || p == 5))
            continue;
        printf("multiples of %d\n", p);
        mark(p);
    }
    int left = 0;
    for (int i = 2; i < LIMIT; i++)
        left += !composite[i];
    printf("%d left\n", left);
    return 0;
}
