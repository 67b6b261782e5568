// A flag whose byte comes from outside may be neither zero nor one.
#include <stdbool.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct record {
    int number;
    bool on;
};

int main(void) {
    struct record r;
    memset(&r, 0, sizeof r);
    unsigned char byte = __VERIFIER_nondet_uchar();
    memcpy(&r.on, &byte, 1);
    int seen[2] = {0, 0};
    return seen[r.on]; //~ error[undefined]
}
