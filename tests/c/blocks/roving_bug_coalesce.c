// A block that swallows its neighbour still leads to it.
//@ confirmed
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

void rv_free(void *p) {
    sw_requires(block(BLOCK(p)));
    sw_requires(RING);
    sw_ensures(RING); //~ error[contract]
    struct hdr *b = BLOCK(p), *q = &anchor;
    while (q->next != &anchor && q->next < b)
        q = q->next;
    struct hdr *s = q->next;
    if (s != &anchor && AFTER(b) == s) {
        if (rover == s)
            rover = b;
        b->size += s->size;
        b->next = s;
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
} //~ error[leak]

static union {
    struct hdr first;
    char bytes[512];
} arena;

int main(void) {
    arena.first.size = sizeof arena;
    arena.first.next = NULL;
    rv_free(PAYLOAD(&arena.first));
    void *a = rv_alloc(64), *b = rv_alloc(48), *c = rv_alloc(100), *d = rv_alloc(400);
    if (b != NULL)
        rv_free(b);
    if (a != NULL)
        rv_free(a);
    if (c != NULL)
        rv_free(c);
    void *e = rv_alloc(sizeof arena);
    if (e != NULL)
        rv_free(e);
    if (d != NULL)
        rv_free(d);
    return 0;
}
