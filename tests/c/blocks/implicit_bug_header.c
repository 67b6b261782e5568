// What is split off is looked for behind one header more.
//@ unknown: it is not known what is written to here
//@ confirmed
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

struct chunk {
    size_t size; // bytes, with the header
    size_t used;
};

enum { HDR = sizeof(struct chunk) };
#define NEXT(c) ((struct chunk *)((char *)(c) + (c)->size))

static bool chunks(struct chunk *c, struct chunk *end) {
    return c == end || (c->used <= 1 && c->size >= HDR && sw_block(c + 1, c->size - HDR) && chunks(NEXT(c), end));
}

// The first chunk that is free and large enough, made one of just that size where the rest is a chunk too.
struct chunk *take(struct chunk *c, struct chunk *end, size_t need) {
    sw_requires(need >= HDR && chunks(c, end));
    sw_ensures(chunks(sw_old(c), sw_old(end))); //~ error[contract]
    while (c != end && (c->used || c->size < need))
        c = NEXT(c);
    if (c == end)
        return NULL;
    if (c->size - need >= HDR) {
        struct chunk *rest = (struct chunk *)((char *)(c + 1) + need);
        rest->size = c->size - need; //~ error[out-of-bounds]
        rest->used = 0;
        c->size = need;
    }
    c->used = 1;
    return c;
}

// Makes one chunk of neighbours that are free.
void collect(struct chunk *c, struct chunk *end) {
    sw_requires(chunks(c, end));
    sw_ensures(chunks(sw_old(c), sw_old(end)));
    while (c != end) {
        struct chunk *next = NEXT(c);
        if (!c->used && next != end && !next->used)
            c->size += next->size;
        else
            c = next;
    }
}

static union {
    struct chunk first;
    char bytes[512];
} arena;

int main(void) {
    struct chunk *end = (struct chunk *)(arena.bytes + sizeof arena);
    arena.first.size = sizeof arena;
    arena.first.used = 0;
    struct chunk *a = take(&arena.first, end, 64), *b = take(&arena.first, end, 48);
    (void)a;
    (void)b;
    collect(&arena.first, end);
    return 0;
}
