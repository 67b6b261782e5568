// A block is put back into a ring with a sentinel, of which another variable knows a place.
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

static struct hdr anchor = {&anchor, HDR}; // never handed out
static struct hdr *rover = &anchor;       // before the block that is looked at next

static bool blocks(struct hdr *h, struct hdr *end) {
    return h == end || (h->size >= HDR && sw_block(h + 1, h->size - HDR) && blocks(h->next, end));
}

static bool block(struct hdr *h) { return h->size >= HDR && sw_block(h + 1, h->size - HDR); }

#define RING \
    (anchor.size == HDR && \
     (rover == &anchor ? blocks(anchor.next, &anchor) \
                       : sw_segment(blocks(anchor.next, &anchor), blocks(rover, &anchor)) && blocks(rover, &anchor)))

void rv_free(void *p) {
    sw_requires(block(BLOCK(p)));
    sw_requires(RING);
    sw_ensures(RING);
    struct hdr *b = BLOCK(p), *q = &anchor;
    while (q->next != &anchor && q->next < b)
        q = q->next;
    struct hdr *s = q->next;
    if (s != &anchor && AFTER(b) == s) {
        if (rover == s)
            rover = b;
        b->size += s->size;
        b->next = s->next;
    } else {
        b->next = s;
    }
    if (q != &anchor && AFTER(q) == b) {
        if (rover == b)
            rover = q;
        q->size += b->size;
        q->next = b->next;
    } else {
        q->next = b;
    }
}
