// Bit-fields: a packed date and flags, with wrap-around of narrow unsigned fields.
//@ clean
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct date {
    unsigned day : 5;
    unsigned month : 4;
    unsigned year : 12;
};

struct flags {
    unsigned char ready : 1;
    unsigned char level : 3;
    unsigned char : 2;
    unsigned char mode : 2;
    signed int offset : 6;
};

static struct date next_day(struct date d) {
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    unsigned last = days[d.month - 1];
    if (d.month == 2 && d.year % 4 == 0 && (d.year % 100 != 0 || d.year % 400 == 0))
        last++;
    if (d.day < last) {
        d.day++;
    } else {
        d.day = 1;
        if (d.month++ == 12) {
            d.month = 1;
            d.year++;
        }
    }
    return d;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    struct date d = {.day = 25 + x % 4, .month = 1 + x / 4 % 12, .year = 1999 + x / 64 % 6};
    for (int i = 0; i < 8; i++) {
        printf("%04u-%02u-%02u\n", (unsigned)d.year, (unsigned)d.month, (unsigned)d.day);
        d = next_day(d);
    }
    struct flags f = {.ready = 1, .offset = -3};
    for (unsigned i = 0; i < x % 12; i++) {
        f.level++;
        f.mode ^= f.level;
        f.offset = (signed)(x >> i & 63) - 32;
    }
    printf("ready %d level %d mode %d offset %d\n", f.ready, f.level, f.mode, f.offset);
    return f.level;
}
