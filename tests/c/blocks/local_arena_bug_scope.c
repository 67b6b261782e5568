// A block outlives the array that it is of.
//@ confirmed
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

struct block {
    struct block *next;
    size_t size; // bytes, with the header
};

enum { HDR = sizeof(struct block) };

static bool blocks(struct block *b) {
    return b == NULL || (b->size >= HDR && sw_block(b + 1, b->size - HDR) && blocks(b->next));
}

static bool block(struct block *b) { return b->size >= HDR && sw_block(b + 1, b->size - HDR); }

struct block *pop(struct block **list) {
    sw_requires(blocks(*list));
    sw_ensures(blocks(*sw_old(list)));
    sw_ensures(sw_result == NULL || block(sw_result));
    struct block *b = *list;
    if (b != NULL)
        *list = b->next;
    return b;
}

static struct block *fresh(void) {
    union {
        struct block first;
        char bytes[256];
    } arena;
    struct block *list = &arena.first;
    arena.first.next = NULL;
    arena.first.size = sizeof arena;
    return pop(&list);
}

int main(void) {
    struct block *b = fresh();
    return b != NULL && b->size == 3; //~ error[use-after-free] //~ error[out-of-bounds] //~ error[uninitialized]
}
