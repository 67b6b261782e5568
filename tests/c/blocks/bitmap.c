// Slots of one size in an array, with a bit for each: a byte of the map at a time.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

enum { SLOT = 32, BYTES = 8, SLOTS = BYTES * 8 };

struct pool {
    unsigned char map[BYTES];
    char slots[SLOTS * SLOT];
};

static bool pool(struct pool *p) { return p->map[0] <= 255; }

void *take(struct pool *p) {
    sw_requires(pool(p));
    sw_ensures(pool(sw_old(p)));
    for (unsigned i = 0; i < BYTES; i++) {
        if (p->map[i] == 0xff)
            continue;
        unsigned bit = 0;
        while (bit < 7 && (p->map[i] & (1u << bit)) != 0)
            bit++;
        p->map[i] |= (unsigned char)(1u << bit);
        char *slot = p->slots + (i * 8 + bit) * SLOT;
        for (unsigned j = 0; j < SLOT; j++)
            slot[j] = 0;
        return slot;
    }
    return NULL;
}

void give(struct pool *p, unsigned index) {
    sw_requires(pool(p) && index < SLOTS);
    sw_ensures(pool(sw_old(p)));
    p->map[index / 8] &= (unsigned char)~(1u << (index % 8));
}

// Whether an address is that of a slot, and of which one.
int which(struct pool *p, char *a) {
    sw_requires(pool(p));
    sw_ensures(pool(sw_old(p)));
    for (unsigned i = 0; i < SLOTS; i++)
        if (p->slots + (size_t)i * SLOT == a)
            return (int)i;
    return -1;
}

static struct pool memory;

int main(void) {
    void *a = take(&memory), *b = take(&memory);
    give(&memory, 1);
    return a == NULL || b == NULL || which(&memory, memory.slots) != 0;
}
