// First fit for so many bytes, rounded up so that blocks are aligned.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

struct hdr {
    struct hdr *next;
    size_t size; // bytes, with the header
};

enum { HDR = sizeof(struct hdr) };
#define PAYLOAD(b) ((void *)((char *)(b) + HDR))
#define BLOCK(p) ((struct hdr *)((char *)(p) - HDR))

static bool blocks(struct hdr *h) {
    return h == NULL || (h->size >= HDR && sw_block(h + 1, h->size - HDR) && blocks(h->next));
}

// A block with room for so many bytes behind the header, and fewer than two units more.
static bool holds(struct hdr *h, size_t n) {
    return h->size >= HDR && n < (size_t)1 << 40 && h->size >= n + HDR && h->size < n + HDR + 32 &&
           sw_block(h + 1, h->size - HDR);
}

static struct hdr *freelist;

enum { ALIGN = 16 };

void *aligned_alloc_first(size_t bytes) {
    sw_requires(bytes < (size_t)1 << 40 && blocks(freelist));
    sw_ensures(blocks(freelist));
    sw_ensures(sw_result == NULL || holds(BLOCK(sw_result), bytes));
    size_t need = (bytes + HDR + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    struct hdr *prev = NULL, *b = freelist;
    while (b != NULL && b->size < need) {
        prev = b;
        b = b->next;
    }
    if (b == NULL)
        return NULL;
    size_t rest = b->size - need;
    if (rest < HDR) { // nothing to split off
        if (prev == NULL)
            freelist = b->next;
        else
            prev->next = b->next;
        return PAYLOAD(b);
    }
    b->size = rest;
    struct hdr *t = (struct hdr *)((char *)b + rest);
    t->size = need;
    return PAYLOAD(t);
}
