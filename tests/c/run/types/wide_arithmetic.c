// 128-bit arithmetic: full products, modular powers and decimal output.
//@ clean
#include <stdint.h>
#include <stdio.h>

extern long __VERIFIER_nondet_long(void);

typedef unsigned __int128 u128;

static const char *decimal(u128 x) {
    static char buffer[40];
    char *p = buffer + sizeof buffer;
    *--p = '\0';
    do
        *--p = (char)('0' + (int)(x % 10));
    while (x /= 10);
    return p;
}

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus) {
    uint64_t r = 1 % modulus;
    for (base %= modulus; exponent; exponent >>= 1) {
        if (exponent & 1)
            r = (uint64_t)((u128)r * base % modulus);
        base = (uint64_t)((u128)base * base % modulus);
    }
    return r;
}

int main(void) {
    uint64_t a = (uint64_t)__VERIFIER_nondet_long(), b = (uint64_t)__VERIFIER_nondet_long();
    u128 product = (u128)a * b;
    printf("%llu * %llu = %s\n", (unsigned long long)a, (unsigned long long)b, decimal(product));
    printf("high %016llx low %016llx\n", (unsigned long long)(product >> 64), (unsigned long long)product);
    const uint64_t prime = 18446744073709551557u;
    uint64_t p = power(a, prime - 1, prime);
    printf("power %llu\n", (unsigned long long)p);
    __int128 difference = (__int128)(int64_t)a - (int64_t)b;
    printf("difference %s%s\n", difference < 0 ? "-" : "",
           decimal(difference < 0 ? (u128)-difference : (u128)difference));
    return p == (a % prime != 0) ? 0 : 1;
}
