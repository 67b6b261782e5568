// The chunk that has become one of three says at its end how large the last two were.
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
#define BEFORE(c) ((struct foot *)(c) - 1)

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

#define AROUND(first, c, end) (sw_segment(chunks(first, end), chunks(c, end)) && chunks(c, end))

// Makes one of a chunk that is freed and what is free on both sides of it.
void give(struct chunk *first, struct chunk *c, struct chunk *end) {
    sw_requires(AROUND(first, c, end));
    sw_ensures(chunks(sw_old(first), sw_old(end))); //~ error[contract]
    if (c == end)
        return;
    c->used = 0;
    struct chunk *next = NEXT(c);
    if (next != end && !next->used) {
        c->size += next->size;
        FOOTER(c)->size = c->size;
    }
    if (c != first) {
        struct chunk *before = (struct chunk *)((char *)c - BEFORE(c)->size);
        if (!before->used) {
            before->size += c->size;
        }
    }
}

// The same the other way round: first with the chunk before it, and what has become of it with the next one.
void give_back(struct chunk *first, struct chunk *c, struct chunk *end) {
    sw_requires(AROUND(first, c, end));
    sw_ensures(chunks(sw_old(first), sw_old(end)));
    if (c == end)
        return;
    c->used = 0;
    if (c != first) {
        struct chunk *before = (struct chunk *)((char *)c - BEFORE(c)->size);
        if (!before->used) {
            before->size += c->size;
            FOOTER(before)->size = before->size;
            c = before;
        }
    }
    struct chunk *next = NEXT(c);
    if (next != end && !next->used) {
        c->size += next->size;
        FOOTER(c)->size = c->size;
    }
}

static union {
    struct chunk first;
    char bytes[512];
} arena;

int main(void) {
    struct chunk *first = &arena.first, *end = (struct chunk *)(arena.bytes + sizeof arena);
    first->size = sizeof arena;
    first->used = 0;
    FOOTER(first)->size = sizeof arena;
    (void)take(first, end, 48);
    (void)take(first, end, 64);
    if (first != end) { // three become one
        first->used = 0;
        give(first, NEXT(first), end);
    }
    (void)take(first, end, 64);
    (void)take(first, end, 64);
    if (first != end) {
        first->used = 0;
        give_back(first, NEXT(first), end);
    }
    give(first, first, end);
    return 0;
}
