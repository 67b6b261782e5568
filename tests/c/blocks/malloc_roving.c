// First fit on a ring with a sentinel, from where the last search ended.
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

static struct hdr anchor = {&anchor, HDR}; // never handed out
static struct hdr *rover = &anchor;       // before the block that is looked at next

static bool blocks(struct hdr *h, struct hdr *end) {
    return h == end || (h->size >= HDR && sw_block(h + 1, h->size - HDR) && blocks(h->next, end));
}

// A block for so many bytes, and not many more.
static bool fits(struct hdr *h, size_t n) {
    return h->size >= HDR && n < (size_t)1 << 40 && h->size >= n && h->size < n + HDR && sw_block(h + 1, h->size - HDR);
}

#define RING \
    (anchor.size == HDR && \
     (rover == &anchor ? blocks(anchor.next, &anchor) \
                       : sw_segment(blocks(anchor.next, &anchor), blocks(rover, &anchor)) && blocks(rover, &anchor)))

void *rv_alloc(size_t need) {
    sw_requires(need >= HDR);
    sw_requires(RING);
    sw_ensures(RING);
    sw_ensures(sw_result == NULL || fits(BLOCK(sw_result), need));
    struct hdr *prev = rover, *b = prev->next;
    for (;;) {
        if (b != &anchor && b->size >= need) {
            size_t rest = b->size - need;
            if (rest < HDR) {
                prev->next = b->next;
                rover = prev;
                return PAYLOAD(b);
            }
            b->size = rest;
            rover = prev;
            struct hdr *t = (struct hdr *)((char *)b + rest);
            t->size = need;
            return PAYLOAD(t);
        }
        if (b == rover)
            return NULL;
        prev = b;
        b = b->next;
    }
}
