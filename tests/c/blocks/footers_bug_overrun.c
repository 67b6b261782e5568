// What is written into a chunk reaches into its footer by one byte.
//@ confirmed
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

struct chunk {
    size_t size; // bytes, with header and footer
    size_t used;
};

struct foot {
    size_t size; // the same once more
};

enum { HDR = sizeof(struct chunk), FOOT = sizeof(struct foot), LEAST = HDR + FOOT };
#define NEXT(c) ((struct chunk *)((char *)(c) + (c)->size))
#define FOOTER(c) ((struct foot *)((char *)(c) + (c)->size - FOOT))

static bool chunks(struct chunk *c, struct chunk *end) {
    return c == end || (c->used <= 1 && c->size >= LEAST && sw_block(c + 1, c->size - LEAST) && FOOTER(c)->size == c->size && chunks(NEXT(c), end));
}

// The first chunk that is free and large enough, made one of just that size where the rest is a chunk too.
struct chunk *take(struct chunk *first, struct chunk *end, size_t need) {
    sw_requires(need >= LEAST && chunks(first, end));
    sw_ensures(chunks(sw_old(first), sw_old(end)));
    struct chunk *c = first;
    while (c != end && (c->used || c->size < need))
        c = NEXT(c);
    if (c == end)
        return NULL;
    if (c->size - need >= LEAST) {
        size_t left = c->size - need;
        c->size = need;
        FOOTER(c)->size = need;
        struct chunk *rest = NEXT(c);
        rest->size = left;
        rest->used = 0;
        FOOTER(rest)->size = left;
    }
    c->used = 1;
    return c;
}

// Fills the body of a chunk.
void fill(struct chunk *first, struct chunk *end) {
    sw_requires(chunks(first, end));
    sw_ensures(chunks(sw_old(first), sw_old(end))); //~ error[contract]
    if (first == end)
        return;
    for (size_t i = HDR; i <= first->size - FOOT; i++)
        ((char *)first)[i] = 7;
}

static union {
    struct chunk first;
    char bytes[512];
} arena;

int main(void) {
    struct chunk *end = (struct chunk *)(arena.bytes + sizeof arena);
    arena.first.size = sizeof arena;
    arena.first.used = 0;
    FOOTER(&arena.first)->size = sizeof arena;
    (void)take(&arena.first, end, 48);
    fill(&arena.first, end);
    return 0;
}
