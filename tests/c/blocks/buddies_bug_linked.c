// The buddy stays in the list of small blocks.
//@ confirmed
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

struct block {
    struct block *next;
    unsigned size; // bytes, with the header
    unsigned off;  // bytes from the begin of the arena
};

enum { HDR = sizeof(struct block), ARENA = 4096 };

static bool blocks(struct block *b, unsigned size) {
    return b == NULL || (size >= HDR && size <= 64 && b->size == size && b->off <= ARENA && sw_block(b + 1, b->size - HDR) && blocks(b->next, size));
}

// A block of one of the two sizes.
static bool block(struct block *b) {
    return b->size >= HDR && (b->size == 32 || b->size == 64) && b->off <= ARENA && sw_block(b + 1, b->size - HDR);
}

static struct block *small, *large;

#define LISTS (blocks(small, 32) && blocks(large, 64))

// The other half of the block of twice the size that a block is a half of.
static struct block *buddy_of(struct block *b, unsigned size) {
    int distance = (int)(b->off ^ size) - (int)b->off;
    return (struct block *)((char *)b + distance);
}

static void halve(struct block *b) {
    struct block *half = (struct block *)((char *)b + 32);
    b->size = 32;
    half->size = 32;
    half->off = b->off <= ARENA - 32 ? b->off + 32 : 0;
    half->next = small;
    b->next = half;
    small = b;
}

struct block *take(unsigned n) {
    sw_requires(n <= 64 - HDR && LISTS);
    sw_ensures(LISTS);
    sw_ensures(sw_result == NULL || block(sw_result));
    struct block *b;
    if (n > 32 - HDR) {
        b = large;
        if (b != NULL)
            large = b->next;
        return b;
    }
    if (small == NULL) {
        b = large;
        if (b == NULL)
            return NULL;
        large = b->next;
        halve(b);
    }
    b = small;
    small = b->next;
    return b;
}

void give(struct block *b) {
    sw_requires(block(b) && LISTS);
    sw_ensures(LISTS); //~ error[contract]
    if (b->size == 64) {
        b->next = large;
        large = b;
        return;
    }
    struct block *buddy = buddy_of(b, 32), *before = NULL, *at = small;
    while (at != NULL && at != buddy) {
        before = at;
        at = at->next;
    }
    if (at == NULL) { // it is in use, or halved
        b->next = small;
        small = b;
        return;
    }
    struct block *whole = at < b ? at : b;
    whole->size = 64;
    whole->next = large; //~ error[leak]
    large = whole;
}

static union {
    struct block first;
    char bytes[64];
} memory;

int main(void) {
    memory.first.size = sizeof memory;
    memory.first.off = 0;
    memory.first.next = NULL;
    give(&memory.first);
    struct block *a = take(10), *b = take(16), *c = take(40);
    if (a != NULL)
        give(a);
    if (b != NULL)
        give(b);
    if (c != NULL)
        give(c);
    return 0;
}
