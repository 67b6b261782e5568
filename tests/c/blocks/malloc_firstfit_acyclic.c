// First fit on a list that ends in null; a block that is too large is split from its end.
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

static bool block(struct hdr *h) { return h->size >= HDR && sw_block(h + 1, h->size - HDR); }

// A block for so many bytes, and not many more.
static bool fits(struct hdr *h, size_t n) {
    return h->size >= HDR && n < (size_t)1 << 40 && h->size >= n && h->size < n + HDR && sw_block(h + 1, h->size - HDR);
}

static struct hdr *freelist;

void *ff_alloc(size_t need) {
    sw_requires(need >= HDR && blocks(freelist));
    sw_ensures(blocks(freelist));
    sw_ensures(sw_result == NULL || fits(BLOCK(sw_result), need));
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
