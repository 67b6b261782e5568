// A pool of slots of one size in an array, whose free slots are a list in the slots themselves.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>

enum { SLOT = 48 };

struct slot {
    struct slot *next;
};

static bool slots(struct slot *s) { return s == NULL || (sw_block(s + 1, SLOT - sizeof *s) && slots(s->next)); }

// A slot that is in use.
static bool slot(struct slot *s) { return s->next == NULL && sw_block(s + 1, SLOT - sizeof *s); }

static struct slot *pool;

void *take(void) {
    sw_requires(slots(pool));
    sw_ensures(slots(pool));
    sw_ensures(sw_result == NULL || slot(sw_result));
    struct slot *s = pool;
    if (s != NULL) {
        pool = s->next;
        s->next = NULL;
    }
    return s;
}

void give(void *p) {
    sw_requires(slots(pool) && slot(p));
    sw_ensures(slots(pool));
    struct slot *s = p;
    s->next = pool;
    pool = s;
}
