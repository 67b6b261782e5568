// The arena is an array of the function that uses it: its blocks are gone with its scope, and none of them is lost then.
//@ proved
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

// The first block that is large enough, cut down to what is needed where the rest is a block too. The rest stays in the list.
struct block *take(struct block **list, size_t need) {
    sw_requires(need >= HDR && blocks(*list));
    sw_ensures(blocks(*sw_old(list)));
    sw_ensures(sw_result == NULL || block(sw_result));
    struct block *b = *list, *before = NULL;
    while (b != NULL && b->size < need) {
        before = b;
        b = b->next;
    }
    if (b == NULL)
        return NULL;
    struct block *rest = b->next;
    if (b->size - need >= HDR) {
        rest = (struct block *)((char *)b + need);
        rest->size = b->size - need;
        rest->next = b->next;
        b->size = need;
    }
    if (before == NULL)
        *list = rest;
    else
        before->next = rest;
    return b;
}

void give(struct block **list, struct block *b) {
    sw_requires(blocks(*list) && block(b));
    sw_ensures(blocks(*sw_old(list)));
    b->next = *list;
    *list = b;
}

static int use(size_t n) {
    union {
        struct block first;
        char bytes[256];
    } arena;
    struct block *list = &arena.first;
    arena.first.next = NULL;
    arena.first.size = sizeof arena;
    struct block *a = take(&list, n), *b = take(&list, 64);
    int found = a != NULL && b != NULL;
    if (a != NULL)
        give(&list, a);
    return found; // the other one is not given back: it goes with the array
}

int main(void) {
    return use(48) + use(32) != 2;
}
