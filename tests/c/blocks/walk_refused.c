// Checkers that compute addresses which cannot be understood.
//@ args: --domain checkers
//@ unknown: `any_length` is not a checker; `looks_ahead` is not a checker
#include <shapewright.h>
#include <stddef.h>

struct msg {
    size_t len;
    size_t kind;
};

#define NEXT(m) ((struct msg *)((char *)((m) + 1) + (m)->len))

// Nothing says that the length is not so large that the address wraps around.
static bool any_length(struct msg *m, struct msg *end) {
    return m == end || (m->kind == 0 && any_length(NEXT(m), end)); //~ error[bad-checker]
}

// What is behind a message is read by the one before it.
static bool looks_ahead(struct msg *m, struct msg *end) {
    return m == end || (m->len <= 100 && sw_block(m + 1, m->len) &&
                        (NEXT(m) == end || NEXT(m)->kind == 0) && looks_ahead(NEXT(m), end)); //~ error[bad-checker]
}

void use(struct msg *m, struct msg *end) {
    sw_requires(any_length(m, end));
}

void look(struct msg *m, struct msg *end) {
    sw_requires(looks_ahead(m, end));
}
