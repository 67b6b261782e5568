// A block that swallows the next one still leads to it.
//@ confirmed
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>
#include <stdint.h>

extern void *sbrk(intptr_t bytes);

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

// A block of just so many units.
static bool fits(unit *u, size_t n) {
    return u->h.n >= 1 && u->h.n < (size_t)1 << 40 && u->h.n == n && sw_block(u + 1, (u->h.n - 1) * sizeof *u);
}

#define RING \
    (base.h.n == 0 && \
     (last == &base ? ring(base.h.next, &base) \
                    : sw_segment(ring(base.h.next, &base), ring(last, &base)) && ring(last, &base)))

void kr_free(void *p) {
    sw_requires(block((unit *)p - 1));
    sw_requires(RING);
    sw_ensures(RING); //~ error[contract]
    unit *b = (unit *)p - 1, *q = last;
    while (!(q < b && b < q->h.next)) {
        if (q >= q->h.next && (b > q || b < q->h.next))
            break; // at one end of memory
        q = q->h.next;
    }
    if (q->h.next != &base && b + b->h.n == q->h.next) {
        b->h.n += q->h.next->h.n;
        b->h.next = q->h.next;
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
} //~ error[leak]

enum { CHUNK = 64 };

static unit *grow(size_t n) {
    if (n < CHUNK)
        n = CHUNK;
    unit *u = sbrk((intptr_t)(n * sizeof(unit)));
    if (u == (unit *)-1)
        return NULL;
    u->h.n = n;
    kr_free(u + 1);
    return last;
}

// A block of so many units, its header among them.
void *kr_alloc(size_t n) {
    sw_requires(n >= 1 && n < (size_t)1 << 30);
    sw_requires(last == NULL || RING);
    sw_ensures(RING);
    sw_ensures(sw_result == NULL || fits((unit *)sw_result - 1, n));
    if (last == NULL) {
        base.h.next = last = &base;
        base.h.n = 0;
    }
    for (unit *prev = last, *b = prev->h.next;; prev = b, b = b->h.next) {
        if (b->h.n >= n) {
            if (b->h.n == n) {
                prev->h.next = b->h.next;
            } else {
                b->h.n -= n;
                b += b->h.n;
                b->h.n = n;
            }
            last = prev;
            return b + 1;
        }
        if (b == last && (b = grow(n)) == NULL)
            return NULL;
    }
}

int main(void) {
    void *a = kr_alloc(4), *b = kr_alloc(10), *c = kr_alloc(60), *d = kr_alloc(100);
    if (b != NULL)
        kr_free(b);
    if (a != NULL)
        kr_free(a);
    if (d != NULL)
        kr_free(d);
    void *e = kr_alloc(30);
    if (c != NULL)
        kr_free(c);
    if (e != NULL)
        kr_free(e);
    return 0;
}
