// All bytes of a key count: it is made of zeros first, and its members are set one by one.
//@ proved
#include <string.h>

struct key {
    char kind;
    long number;
};

static unsigned sum(const struct key *k) {
    const unsigned char *bytes = (const unsigned char *)k;
    unsigned all = 0;
    for (unsigned i = 0; i < sizeof *k; i++)
        all += bytes[i];
    return all;
}

int main(void) {
    struct key k;
    memset(&k, 0, sizeof k);
    k.kind = 1;
    k.number = 2;
    return sum(&k) != 3;
}
