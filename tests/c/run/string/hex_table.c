// Writes bytes as hexadecimal with a lookup table that lacks its last digit.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static const char digits[15] = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e'};

/* Two digits, the high one first. */
static void put_byte(unsigned char b) {
    for (int shift = 4; shift >= 0; shift -= 4)
        putchar(digits[b >> shift & 15]); //~ error[out-of-bounds]
}

int main(void) {
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    for (int i = 0; i < 4; i++)
        put_byte((unsigned char)(x >> (8 * i) & 0x7f));
    putchar('\n');
    for (int i = 0; i < 16; i++) {
        printf("%d ", i);
        put_byte((unsigned char)(i << 4));
        putchar('\n');
    }
    return 0;
}
