// Kernighan and Ritchie's free: sizes in units, a ring through a variable, blocks in the order of their addresses. The variable is
// kept out of the blocks beside it, which it is not a part of.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

typedef union unit {
    struct {
        union unit *next;
        size_t n; // units, with the header
    } h;
    max_align_t align;
} unit;

static unit base, *last;

static bool ring(unit *u, unit *end) {
    return u == end || (u->h.n >= 1 && u->h.n < (size_t)1 << 40 && sw_block(u + 1, (u->h.n - 1) * sizeof *u) && ring(u->h.next, end));
}

static bool block(unit *u) {
    return u->h.n >= 1 && u->h.n < (size_t)1 << 40 && sw_block(u + 1, (u->h.n - 1) * sizeof *u);
}

#define RING \
    (last == &base ? ring(base.h.next, &base) \
                   : sw_segment(ring(base.h.next, &base), ring(last, &base)) && ring(last, &base))

void kr_free(void *p) {
    sw_requires(block((unit *)p - 1));
    sw_requires(RING);
    sw_ensures(RING);
    unit *b = (unit *)p - 1, *q = last;
    while (!(q < b && b < q->h.next)) {
        if (q >= q->h.next && (b > q || b < q->h.next))
            break; // at one end of memory
        q = q->h.next;
    }
    if (q->h.next != &base && b + b->h.n == q->h.next) {
        b->h.n += q->h.next->h.n;
        b->h.next = q->h.next->h.next;
    } else {
        b->h.next = q->h.next;
    }
    if (q != &base && q + q->h.n == b) {
        q->h.n += b->h.n;
        q->h.next = b->h.next;
    } else {
        q->h.next = b;
    }
    last = q;
}
