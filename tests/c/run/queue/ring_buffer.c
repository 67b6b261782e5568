// A fixed ring buffer of bytes with put and get, driven by inputs.
//@ clean
#include <stdbool.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define RING_SIZE 8u

struct ring {
    unsigned char data[RING_SIZE];
    unsigned head, tail;
};

static bool put(struct ring *r, unsigned char c) {
    if (r->head - r->tail == RING_SIZE)
        return false;
    r->data[r->head++ % RING_SIZE] = c;
    return true;
}

static int get(struct ring *r) {
    if (r->head == r->tail)
        return -1;
    return r->data[r->tail++ % RING_SIZE];
}

int main(void) {
    struct ring r = {.head = 0xfffffffcu, .tail = 0xfffffffcu};
    unsigned refused = 0, empty = 0;
    for (int round = 0; round < 6; round++) {
        int in = (int)((unsigned)__VERIFIER_nondet_int() % 5);
        int out = (int)((unsigned)__VERIFIER_nondet_int() % 5);
        for (int i = 0; i < in; i++)
            refused += !put(&r, (unsigned char)('a' + round + i));
        while (out-- > 0) {
            int c = get(&r);
            if (c < 0)
                empty++;
            else
                putchar(c);
        }
    }
    printf("\n%u kept, %u refused, %u empty reads\n", r.head - r.tail, refused, empty);
    return 0;
}
