// Memory from the system is written to though none may have been asked for.
//@ unknown: it is not known what is written to here
//@ confirmed
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>
#include <stdint.h>

extern void *sbrk(intptr_t bytes);
extern unsigned __VERIFIER_nondet_uint(void);

struct hdr {
    struct hdr *next;
    size_t size; // bytes, with the header
};

enum { HDR = sizeof(struct hdr) };

static bool blocks(struct hdr *h) {
    return h == NULL || (h->size >= HDR && sw_block(h + 1, h->size - HDR) && blocks(h->next));
}

static struct hdr *freelist;

// Adds a block, if there is enough for a header.
void grow(size_t n) {
    sw_requires(n <= 4096 && blocks(freelist));
    sw_ensures(blocks(freelist));
    size_t need = (n + HDR - 1) & ~(size_t)(HDR - 1);
    struct hdr *h = sbrk((intptr_t)need);
    if (h == (struct hdr *)-1)
        return;
    h->size = need; //~ error[out-of-bounds] //~ error[use-after-free] //~ error[null-deref]
    h->next = freelist;
    freelist = h;
}

int main(void) {
    for (int i = 0; i < 4; i++)
        grow(__VERIFIER_nondet_uint() % 100);
    return 0;
}
