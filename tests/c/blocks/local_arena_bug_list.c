// A list goes on to lead to blocks of an array that is gone.
//@ unknown: what the function requires is not known to hold, so neither is what it does
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

static struct block *list;

static void open_arena(void) {
    union {
        struct block first;
        char bytes[256];
    } arena;
    list = &arena.first;
    arena.first.next = NULL;
    arena.first.size = sizeof arena;
    struct block *b = pop(&list);
    if (b != NULL) {
        b->next = NULL;
        list = b;
    }
}

int main(void) {
    open_arena();
    return pop(&list) != NULL; //~ error[contract]
}
