// A size is not rounded, so that its lowest bits are no flags.
//@ unknown: it is not known what is written to here
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

struct chunk {
    size_t head; // bytes, with the header, and the flag
    struct chunk *link;
};

enum { HDR = sizeof(struct chunk) };
#define USED ((size_t)1)
#define SIZE(c) ((c)->head & ~(size_t)15)
#define NEXT(c) ((struct chunk *)((char *)(c) + SIZE(c)))

static bool chunks(struct chunk *c, struct chunk *end) {
    return c == end ||
           ((c->head & 15) <= USED && SIZE(c) >= HDR && sw_block(c + 1, SIZE(c) - HDR) && chunks(NEXT(c), end));
}

// The first chunk that is free and large enough, made one of just that size.
struct chunk *take(struct chunk *c, struct chunk *end, size_t bytes) {
    sw_requires(chunks(c, end));
    sw_ensures(chunks(sw_old(c), sw_old(end))); //~ error[contract]
    if (bytes > 4096)
        return NULL;
    size_t need = bytes + HDR;
    while (c != end && ((c->head & USED) || SIZE(c) < need))
        c = NEXT(c);
    if (c == end)
        return NULL;
    if (SIZE(c) != need) {
        struct chunk *rest = (struct chunk *)((char *)c + need);
        rest->head = SIZE(c) - need; //~ error[out-of-bounds]
        c->head = need;
    }
    c->head |= USED;
    return c;
}

// Gives all chunks back, and makes one of neighbours.
void clear(struct chunk *c, struct chunk *end) {
    sw_requires(chunks(c, end));
    sw_ensures(chunks(sw_old(c), sw_old(end)));
    while (c != end) {
        c->head &= ~USED;
        struct chunk *next = NEXT(c);
        if (next != end && !(next->head & USED))
            c->head += next->head;
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
    arena.first.head = sizeof arena;
    struct chunk *a = take(&arena.first, end, 60), *b = take(&arena.first, end, 40);
    (void)a;
    (void)b;
    clear(&arena.first, end);
    return 0;
}
