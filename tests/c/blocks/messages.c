// Messages in a buffer, each with its length in front: the next one begins where one ends.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>
#include <stdint.h>

struct msg {
    uint32_t len; // bytes behind the header
    uint32_t kind;
};

#define NEXT(m) ((struct msg *)((char *)((m) + 1) + (m)->len))

static bool msgs(struct msg *m, struct msg *end) {
    return m == end || (m->kind < 16 && m->len <= 4096 && sw_block(m + 1, m->len) && msgs(NEXT(m), end));
}

int count(struct msg *m, struct msg *end, uint32_t kind) {
    sw_requires(msgs(m, end));
    sw_ensures(msgs(sw_old(m), sw_old(end)));
    int n = 0;
    for (; m < end; m = NEXT(m))
        if (m->kind == kind && n < 1000)
            n++;
    return n;
}

// Makes two messages of one that is long enough.
void split(struct msg *m, struct msg *end, uint32_t len) {
    sw_requires(msgs(m, end));
    sw_ensures(msgs(sw_old(m), sw_old(end)));
    while (m != end && (m->len < len || m->len - len < sizeof *m))
        m = NEXT(m);
    if (m == end)
        return;
    uint32_t rest = m->len - len - (uint32_t)sizeof *m;
    m->len = len;
    struct msg *second = NEXT(m);
    second->len = rest;
    second->kind = 0;
}

// Makes one message of two neighbours.
void merge(struct msg *m, struct msg *end) {
    sw_requires(msgs(m, end));
    sw_ensures(msgs(sw_old(m), sw_old(end)));
    while (m != end) {
        struct msg *next = NEXT(m);
        if (next != end && m->len + next->len <= 4000) {
            m->len += next->len + (uint32_t)sizeof *next;
            return;
        }
        m = next;
    }
}

// Clears what messages of one kind hold.
void clear(struct msg *m, struct msg *end, uint32_t kind) {
    sw_requires(msgs(m, end));
    sw_ensures(msgs(sw_old(m), sw_old(end)));
    for (; m != end; m = NEXT(m)) {
        if (m->kind != kind)
            continue;
        char *text = (char *)(m + 1);
        for (uint32_t i = 0; i < m->len; i++)
            text[i] = 0;
    }
}

static union {
    struct msg first;
    char bytes[256];
} buffer;

int main(void) {
    struct msg *end = (struct msg *)(buffer.bytes + sizeof buffer);
    buffer.first.len = sizeof buffer - sizeof(struct msg);
    buffer.first.kind = 1;
    split(&buffer.first, end, 40);
    split(&buffer.first, end, 100);
    clear(&buffer.first, end, 1);
    int n = count(&buffer.first, end, 0);
    merge(&buffer.first, end);
    return n > 2;
}
