// Writes the narrow member of a union and branches on the wide one, whose upper bytes are unset.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

union word {
    unsigned char byte;
    unsigned long all;
};

struct cell {
    int tag;
    union word word;
};

static struct cell empty(int tag) {
    struct cell c;
    c.tag = tag;
    c.word.byte = 0;
    return c;
}

static int is_zero(const struct cell *c) {
    if (c->word.all == 0) //~ error[uninitialized]
        return 1;
    return 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    struct cell c = empty(x % 4);
    printf("tag %d byte %d\n", c.tag, c.word.byte);
    puts(is_zero(&c) ? "zero" : "not zero");
    return 0;
}
