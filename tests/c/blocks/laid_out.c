// Chunks that are laid out before anyone walks along them, at constant distances.
//@ proved
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
    return c == end || (c->size >= HDR && sw_block(c + 1, c->size - HDR) && chunks(NEXT(c), end));
}

size_t count(struct chunk *c, struct chunk *end) {
    sw_requires(chunks(c, end));
    sw_ensures(chunks(sw_old(c), sw_old(end)));
    size_t n = 0;
    for (; c != end; c = NEXT(c))
        n++;
    return n;
}

static union {
    struct chunk first;
    char bytes[512];
} arena;

int main(void) {
    struct chunk *c = &arena.first, *end = (struct chunk *)(arena.bytes + sizeof arena);
    c->size = 256;
    NEXT(c)->size = 64;
    NEXT(NEXT(c))->size = 192;
    return count(c, end) == 0;
}
