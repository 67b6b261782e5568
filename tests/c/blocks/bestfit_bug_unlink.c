// The best block stays in the list if it is not the first.
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

static bool blocks(struct hdr *h) {
    return h == NULL || (h->size >= HDR && sw_block(h + 1, h->size - HDR) && blocks(h->next));
}

static bool block(struct hdr *h) { return h->size >= HDR && sw_block(h + 1, h->size - HDR); }

// A block for so many bytes, and not many more.
static bool fits(struct hdr *h, size_t n) {
    return h->size >= HDR && n < (size_t)1 << 40 && h->size >= n && h->size < n + HDR && sw_block(h + 1, h->size - HDR);
}

static struct hdr *freelist;

void *bf_alloc(size_t need) {
    sw_requires(need >= HDR && blocks(freelist));
    sw_ensures(blocks(freelist));
    sw_ensures(sw_result == NULL || fits(BLOCK(sw_result), need)); //~ error[contract]
    struct hdr *prev = NULL, *b = freelist, *best = NULL, *bestprev = NULL;
    while (b != NULL) {
        if (b->size >= need && (best == NULL || b->size < best->size)) {
            best = b;
            bestprev = prev;
        }
        prev = b;
        b = b->next;
    }
    if (best == NULL)
        return NULL;
    size_t rest = best->size - need;
    if (rest < HDR) {
        if (bestprev == NULL)
            freelist = best->next;
        return PAYLOAD(best);
    }
    best->size = rest;
    struct hdr *t = (struct hdr *)((char *)best + rest);
    t->size = need;
    return PAYLOAD(t);
}

void bf_free(void *p) {
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
    void *a = bf_alloc(64), *b = bf_alloc(48), *c = bf_alloc(384);
    if (a != NULL)
        bf_free(a);
    a = bf_alloc(64); // the second block of the list, just as it is
    if (a != NULL)
        bf_free(a);
    if (b != NULL)
        bf_free(b);
    if (c != NULL)
        bf_free(c);
    return 0;
}
