// What is read right after it was written is what there was room for: three bits of a number, a truth value, a byte.
//@ clean
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct flags { unsigned low : 3; signed middle : 4; unsigned high : 25; };

int main(void) {
    struct flags all[4] = {{0, 0, 0}};
    unsigned char bytes[4] = {0};
    _Bool truths[4] = {0};
    int i = __VERIFIER_nondet_int() & 3;
    unsigned number = 8;
    all[i].low = number;
    assert(all[i].low == 0);
    int nine = 9;
    all[i].middle = nine;
    assert(all[i].middle == -7);
    int large = 259;
    bytes[i] = large;
    assert(bytes[i] == 3);
    truths[i] = large;
    assert(truths[i] == 1);
    struct flags *at = &all[i];
    at->low = number + 1;
    printf("%u %d %d %d\n", (unsigned)at->low, all[i].middle, bytes[i], truths[i]);
    return 0;
}
