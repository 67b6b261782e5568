// A block is put back where its address belongs, and becomes one with its neighbours.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

struct hdr {
    struct hdr *next;
    size_t size; // bytes, with the header
};

enum { HDR = sizeof(struct hdr) };
#define AFTER(b) ((struct hdr *)((char *)(b) + (b)->size))
#define PAYLOAD(b) ((void *)((char *)(b) + HDR))
#define BLOCK(p) ((struct hdr *)((char *)(p) - HDR))

static bool blocks(struct hdr *h) {
    return h == NULL || (h->size >= HDR && sw_block(h + 1, h->size - HDR) && blocks(h->next));
}

static bool block(struct hdr *h) { return h->size >= HDR && sw_block(h + 1, h->size - HDR); }

static struct hdr *freelist;

void ff_free(void *p) {
    sw_requires(blocks(freelist) && block(BLOCK(p)));
    sw_ensures(blocks(freelist));
    struct hdr *b = BLOCK(p), *prev = NULL, *succ = freelist;
    while (succ != NULL && succ < b) {
        prev = succ;
        succ = succ->next;
    }
    if (succ != NULL && AFTER(b) == succ) {
        b->size += succ->size;
        b->next = succ->next;
    } else {
        b->next = succ;
    }
    if (prev == NULL) {
        freelist = b;
    } else if (AFTER(prev) == b) {
        prev->size += b->size;
        prev->next = b->next;
    } else {
        prev->next = b;
    }
}
