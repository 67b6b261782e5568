// Blocks that are lost although they lie right behind one that is not: the way there by address does not make them part of the list, and
// what no clause claims is reported.
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>
#include <stdlib.h>

struct chunk {
    size_t size;
    struct chunk *next;
};

enum { HDR = sizeof(struct chunk) };
#define NEXT(c) ((struct chunk *)((char *)(c) + (c)->size))

static bool chunks(struct chunk *c, struct chunk *end) {
    return c == end || (c->size >= HDR && sw_block(c + 1, c->size - HDR) && chunks(NEXT(c), end));
}

static bool blocks(struct chunk *h) {
    return h == NULL || (h->size >= HDR && sw_block(h + 1, h->size - HDR) && blocks(h->next));
}

static bool block(struct chunk *h) { return h->size >= HDR && sw_block(h + 1, h->size - HDR); }

static struct chunk *list;

// There are structures that are walked by address.
void look(struct chunk *c, struct chunk *end) {
    sw_requires(chunks(c, end));
    sw_ensures(chunks(sw_old(c), sw_old(end)));
}

void lose_tail(void) {
    sw_requires(blocks(list));
    sw_ensures(blocks(list));
    struct chunk *b = list;
    if (b == NULL || b->size < 64)
        return;
    struct chunk *t = (struct chunk *)((char *)b + 32);
    t->size = b->size - 32;
    b->size = 32;
} //~ error[contract]

void skip_neighbour(void) {
    sw_requires(blocks(list));
    sw_ensures(blocks(list));
    struct chunk *b = list;
    if (b == NULL || b->next == NULL || NEXT(b) != b->next)
        return;
    b->next = b->next->next;
} //~ error[contract]

void skip_neighbours(void) {
    sw_requires(blocks(list));
    sw_ensures(blocks(list));
    while (list != NULL && list->next != NULL && NEXT(list) == list->next)
        list->next = list->next->next;
} //~ error[contract]

struct chunk *give_half(void) {
    sw_requires(blocks(list));
    sw_ensures(blocks(list));
    sw_ensures(sw_result == NULL || block(sw_result));
    struct chunk *b = list;
    if (b == NULL || b->size < 64)
        return NULL;
    struct chunk *t = (struct chunk *)((char *)b + 32);
    t->size = b->size - 32;
    b->size = 32;
    list = b->next;
    return b;
} //~ error[contract]

void shorten(struct chunk *c, struct chunk *end) {
    sw_requires(chunks(c, end));
    sw_ensures(chunks(sw_old(c), sw_old(end))); //~ error[contract]
    if (c != end && c->size >= 64)
        c->size = 32;
}

// A node on the heap that leads to blocks, right behind one of them.
struct box {
    struct chunk *list;
    struct box *next;
};

static bool boxes(struct box *b) { return b == NULL || (blocks(b->list) && boxes(b->next)); }

static struct box *all;

void drop_behind(void) {
    sw_requires(boxes(all));
    sw_ensures(boxes(all));
    struct box *b = all;
    if (b == NULL || b->next == NULL || b->list == NULL)
        return;
    struct box *n = b->next;
    if ((void *)NEXT(b->list) == (void *)n)
        b->next = n->next;
} //~ error[leak]
