// Arithmetic as C has it.
#include <stdlib.h>
#include <assert.h>
#include <limits.h>
int main(void) {
    int i = INT_MAX;
    unsigned u = 5, v = 7;
    long d = u - v;
    if (rand() == 1) assert(d == -2); //~ error[assert-fail]
    unsigned long s = (unsigned long)-1;
    if (rand() == 2) assert(s == 0); //~ error[assert-fail]
    short sh = (short)70000;
    if (rand() == 3) assert(sh == 70000); //~ error[assert-fail]
    char ch = (char)(i & 0xff);
    if (rand() == 4) assert(ch == 255); //~ error[assert-fail]
    if (rand() == 5) assert(-1 > 1u); //~ FP[assert-fail]
    if (rand() == 6) assert((unsigned char)-1 < 0); //~ error[assert-fail]
    unsigned m = 0u - 1u;
    if (rand() == 7) assert(m < 10); //~ error[assert-fail]
    unsigned long long big = 1ull << 63;
    if (rand() == 8) assert(big < 1); //~ error[assert-fail]
    if (rand() == 9) assert((int)big != 0); //~ error[assert-fail]
    int neg = -7;
    if (rand() == 10) assert(neg / 2 == -4); //~ error[assert-fail]
    if (rand() == 11) assert(neg % 3 == 2); //~ error[assert-fail]
    if (rand() == 12) assert(neg >> 1 == -3); //~ error[assert-fail]
    unsigned x = rand();
    if (x > 4294967290u) x += 10;
    if (rand() == 14) assert(x > 5); //~ error[assert-fail]
    return 0;
}
