//@ proved
// Bytes from an interrupt go through a ring of fixed size; a full ring drops them.
#include <stdlib.h>

#define SIZE 8

struct ring {
    unsigned char data[SIZE];
    unsigned head, tail;
};

static struct ring rx;

static int ring_put(struct ring *r, unsigned char byte) {
    unsigned next = (r->head + 1) % SIZE;
    if (next == r->tail)
        return 0;
    r->data[r->head] = byte;
    r->head = next;
    return 1;
}

static int ring_get(struct ring *r, unsigned char *byte) {
    if (r->head == r->tail)
        return 0;
    *byte = r->data[r->tail];
    r->tail = (r->tail + 1) % SIZE;
    return 1;
}

int main(void) {
    unsigned char byte = 0;
    unsigned sum = 0;
    while (rand() % 16) {
        if (rand() % 2)
            ring_put(&rx, (unsigned char)rand());
        else if (ring_get(&rx, &byte))
            sum += byte;
    }
    return sum == 0;
}
