// Signed and unsigned conversions, promotions and comparisons that surprise.
//@ clean
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);

static unsigned long fold(const signed char *p, size_t n) {
    unsigned long h = 0;
    while (n--)
        h = h * 31 + (unsigned long)*p++;
    return h;
}

int main(void) {
    int i = __VERIFIER_nondet_int();
    long l = __VERIFIER_nondet_long();
    unsigned u = (unsigned)i;
    signed char c = (signed char)i;
    unsigned char b = (unsigned char)c;
    short s = (short)l;
    uint64_t wide = (uint64_t)(int64_t)c;

    printf("int %d unsigned %u char %d byte %d short %d\n", i, u, c, b, s);
    printf("wide %llx, byte + 1 = %d, ~byte = %d, -u = %u\n", (unsigned long long)wide, b + 1, ~b, -u);
    printf("c < b: %d, (unsigned)c < b: %d, -1 < 0u: %d\n", c < b, (unsigned)c < b, (long)-1 < (long)0u);
    printf("shift %d %u\n", i >> 4, u >> 4);
    printf("half %d %u %ld\n", i / 2, u / 2, l / 2);
    printf("rest %d %u %ld\n", i % 7, u % 7, l % 7);
    printf("bool %d %d\n", (_Bool)(i & 256), (_Bool)0.25);

    unsigned short port = (unsigned short)u;
    port += 65535;
    signed char saturated = i > SCHAR_MAX ? SCHAR_MAX : i < SCHAR_MIN ? SCHAR_MIN : (signed char)i;
    printf("port %hu saturated %hhd\n", port, saturated);

    signed char bytes[4];
    for (int k = 0; k < 4; k++)
        bytes[k] = (signed char)(u >> (8 * k));
    printf("fold %lx\n", fold(bytes, 4));
    return port & 1;
}
