// Bit tricks on 32 and 64 bits: rotate, reverse, count, interleave, Gray code, CRC.
//@ clean
#include <stdint.h>
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);

static uint32_t rotl(uint32_t x, unsigned k) { return x << (k & 31) | x >> (-k & 31); }

static uint32_t reverse(uint32_t x) {
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
    x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

static int ones(uint64_t x) {
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

static uint64_t interleave(uint32_t a, uint32_t b) {
    uint64_t r = 0;
    for (int i = 0; i < 32; i++)
        r |= (uint64_t)(a >> i & 1) << (2 * i) | (uint64_t)(b >> i & 1) << (2 * i + 1);
    return r;
}

static uint32_t crc(uint32_t x) {
    uint32_t c = ~0u;
    for (int i = 0; i < 4; i++) {
        c ^= x >> (8 * i) & 0xff;
        for (int k = 0; k < 8; k++)
            c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
    }
    return ~c;
}

int main(void) {
    uint32_t x = __VERIFIER_nondet_uint();
    uint32_t gray = x ^ x >> 1, back = gray;
    for (int s = 1; s < 32; s <<= 1)
        back ^= back >> s;
    printf("%08x rotated %08x %08x\n", x, rotl(x, 9), rotl(x, 0));
    printf("reversed %08x ones %d crc %08x\n", reverse(x), ones(x), crc(x));
    printf("mixed %016llx gray %08x\n", (unsigned long long)interleave(x, ~x), gray);
    int32_t low = (int32_t)(x << 20) >> 20; /* sign extension of 12 bits */
    printf("low %d, builtin %d %d\n", low, __builtin_popcount(x), x ? __builtin_ctz(x) : -1);
    return back == x && reverse(reverse(x)) == x ? 0 : 1;
}
