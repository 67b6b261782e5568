// Type punning: takes floats apart with a union and puts them together with memcpy.
//@ clean
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

union bits {
    float f;
    uint32_t u;
    struct {
        uint32_t mantissa : 23, exponent : 8, sign : 1;
    } part;
};

static float from_bits(uint32_t u) {
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static unsigned byte_sum(const void *p, size_t n) {
    unsigned sum = 0;
    for (const unsigned char *b = p; n--; b++)
        sum += *b;
    return sum;
}

int main(void) {
    int same = 0;
    for (int i = 0; i < 5; i++) {
        union bits b;
        b.f = (float)(__VERIFIER_nondet_int() % 4096) / 16;
        printf("%g: sign %u exponent %d mantissa %06x bytes %u\n", b.f, b.part.sign, (int)b.part.exponent - 127,
               (unsigned)b.part.mantissa, byte_sum(&b, sizeof b));
        float twice = from_bits(b.f == 0 ? b.u : b.u + (1u << 23));
        same += twice == 2 * b.f;
        b.part.sign ^= 1;
        printf("negated %g, doubled %g\n", b.f, twice);
    }
    return same == 5 ? 0 : 1;
}
