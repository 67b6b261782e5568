// A cache of objects of one size: slabs are cut into slots, and the free ones are a list in the slots themselves.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

enum { SLOT = 64 };

struct slot {
    struct slot *next;
    size_t room; // bytes behind this header
};

static bool slots(struct slot *s) {
    return s == NULL || (s->room >= SLOT - sizeof *s && s->room < 1 << 20 && sw_block(s + 1, s->room) && slots(s->next));
}

static bool slot(struct slot *s) { return s->room >= SLOT - sizeof *s && s->room < 1 << 20 && sw_block(s + 1, s->room); }

// Memory for many slots.
static bool slab(struct slot *s) { return s->room >= SLOT && s->room < 1 << 16 && sw_block(s + 1, s->room); }

static struct slot *cache;

// Cuts a slab into slots.
void refill(struct slot *s) {
    sw_requires(slab(s) && slots(cache));
    sw_ensures(slots(cache));
    size_t left = s->room + sizeof *s;
    char *p = (char *)s;
    while (left >= 2 * SLOT) {
        struct slot *next = (struct slot *)p;
        next->room = SLOT - sizeof *next;
        next->next = cache;
        cache = next;
        p += SLOT;
        left -= SLOT;
    }
    struct slot *last = (struct slot *)p; // it has what is left
    last->room = left - sizeof *last;
    last->next = cache;
    cache = last;
}

struct slot *take(void) {
    sw_requires(slots(cache));
    sw_ensures(slots(cache) && (sw_result == NULL || slot(sw_result)));
    struct slot *s = cache;
    if (s != NULL)
        cache = s->next;
    return s;
}

void give(struct slot *s) {
    sw_requires(slots(cache) && slot(s));
    sw_ensures(slots(cache));
    s->next = cache;
    cache = s;
}

static union {
    struct slot first;
    char bytes[600];
} memory;

int main(void) {
    memory.first.room = sizeof memory - sizeof(struct slot);
    refill(&memory.first);
    struct slot *a = take(), *b = take();
    if (a != NULL)
        give(a);
    if (b != NULL)
        give(b);
    return 0;
}
