// A block without a neighbour is not put behind the one before it.
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
    }
} //~ error[leak]

static union {
    struct hdr first;
    char bytes[512];
} arena;

static void start(void) {
    freelist = &arena.first;
    freelist->next = NULL;
    freelist->size = sizeof arena;
}

int main(void) {
    start();
    void *a = ff_alloc(64), *b = ff_alloc(48), *c = ff_alloc(100), *d = ff_alloc(400);
    if (b != NULL)
        ff_free(b);
    if (c != NULL)
        ff_free(c);
    if (a != NULL)
        ff_free(a);
    void *e = ff_alloc(sizeof arena);
    if (e != NULL)
        ff_free(e);
    if (d != NULL)
        ff_free(d);
    return 0;
}
