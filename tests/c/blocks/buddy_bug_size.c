// The second half does not say how large it is.
//@ confirmed
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

struct block {
    struct block *next;
    size_t size; // bytes, with the header
};

enum { HDR = sizeof(struct block), LEAST = 32, CLASSES = 3 };

static bool blocks(struct block *b, size_t size) {
    return b == NULL || (size >= HDR && size <= 4096 && b->size == size && sw_block(b + 1, b->size - HDR) && blocks(b->next, size));
}

// A block of one of the three sizes.
static bool block(struct block *b) {
    return b->size >= HDR && (b->size == 32 || b->size == 64 || b->size == 128) && sw_block(b + 1, b->size - HDR);
}

static struct block *small, *middle, *large;

#define LISTS (blocks(small, 32) && blocks(middle, 64) && blocks(large, 128))

// Makes two blocks of 64 bytes of one of 128.
static bool halve_large(void) {
    struct block *b = large;
    if (b == NULL)
        return false;
    large = b->next;
    struct block *half = (struct block *)((char *)b + 64);
    b->size = 64;
    half->size = 64;
    half->next = middle;
    b->next = half;
    middle = b;
    return true;
}

static bool halve_middle(void) {
    if (middle == NULL && !halve_large())
        return false;
    struct block *b = middle;
    middle = b->next;
    struct block *half = (struct block *)((char *)b + 32);
    b->size = 32;
    half->next = small;
    b->next = half;
    small = b;
    return true;
}

static struct block *pop(struct block **list) {
    struct block *b = *list;
    *list = b->next;
    b->next = NULL;
    return b;
}

struct block *take(size_t n) {
    sw_requires(n <= 128 - HDR && LISTS);
    sw_ensures(LISTS); //~ error[contract]
    sw_ensures(sw_result == NULL || block(sw_result));
    if (n <= 32 - HDR) {
        if (small == NULL && !halve_middle())
            return NULL;
        return pop(&small);
    }
    if (n <= 64 - HDR) {
        if (middle == NULL && !halve_large())
            return NULL;
        return pop(&middle);
    }
    return large == NULL ? NULL : pop(&large);
}

void give(struct block *b) {
    sw_requires(block(b) && LISTS);
    sw_ensures(LISTS);
    if (b->size == 32) {
        b->next = small;
        small = b;
    } else if (b->size == 64) {
        b->next = middle;
        middle = b;
    } else {
        b->next = large;
        large = b;
    }
}

static union {
    struct block first;
    char bytes[128];
} memory;

int main(void) {
    memory.first.size = sizeof memory;
    memory.first.next = NULL;
    give(&memory.first);
    struct block *a = take(10), *b = take(40), *c = take(100);
    if (a != NULL)
        give(a);
    if (b != NULL)
        give(b);
    if (c != NULL)
        give(c);
    return 0;
}
