// A first-fit allocator inside a static byte array: headers in place, splitting and merging.
//@ clean
#include <assert.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct header {
    unsigned size; /* of the payload */
    unsigned used;
};

enum { HEAP = 256, UNIT = sizeof(struct header) };

static alignas(8) unsigned char heap[HEAP];

static struct header *after(struct header *h) { return (struct header *)((unsigned char *)(h + 1) + h->size); }

static int is_end(struct header *h) { return (unsigned char *)h >= heap + HEAP; }

static void *get(unsigned size) {
    size = (size + UNIT - 1) / UNIT * UNIT;
    for (struct header *h = (struct header *)heap; !is_end(h); h = after(h)) {
        if (h->used || h->size < size)
            continue;
        if (h->size >= size + 2 * UNIT) {
            unsigned rest = h->size - size - UNIT;
            h->size = size;
            *after(h) = (struct header){.size = rest};
        }
        h->used = 1;
        return h + 1;
    }
    return NULL;
}

static void put(void *p) {
    ((struct header *)p - 1)->used = 0;
    for (struct header *h = (struct header *)heap, *n; !is_end(n = after(h));) {
        if (!h->used && !n->used)
            h->size += UNIT + n->size;
        else
            h = n;
    }
}

int main(void) {
    char *held[4] = {NULL};
    *(struct header *)heap = (struct header){.size = HEAP - UNIT};
    for (int i = 0; i < 12; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int(), slot = x % 4, size = 1 + x / 4 % 70;
        if (held[slot]) {
            assert(held[slot][0] == (char)('a' + slot));
            put(held[slot]);
            held[slot] = NULL;
        } else if ((held[slot] = get(size)) != NULL) {
            memset(held[slot], 'a' + (int)slot, size);
        }
        unsigned free_bytes = 0, pieces = 0;
        for (struct header *h = (struct header *)heap; !is_end(h); h = after(h), pieces++)
            free_bytes += h->used ? 0 : h->size;
        printf("slot %u %s: %u free, %u pieces\n", slot, held[slot] ? "held" : "empty", free_bytes, pieces);
    }
    for (int i = 0; i < 4; i++)
        if (held[i])
            put(held[i]);
    return ((struct header *)heap)->size == HEAP - UNIT ? 0 : 1;
}
