// A table of four lists is asked for its fifth. (What was known of the slots did not tell the cases of an access apart, which were split for ever.)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int key;
};

static struct item *table[4];

static void put(struct item *e) {
    struct item **slot = &table[(e->key & 15) % 4];
    e->next = *slot;
    *slot = e;
}

static struct item *take(int i) {
    struct item *e = table[i]; //~ error[out-of-bounds]
    if (e)
        table[i] = e->next;
    return e;
}

int main(void) {
    while (__VERIFIER_nondet_int() & 3) {
        struct item *e = take((__VERIFIER_nondet_int() & 15) % 5);
        if (e)
            put(e);
        e = malloc(sizeof *e);
        if (e) {
            e->key = __VERIFIER_nondet_int() & 7;
            put(e);
        }
        e = malloc(sizeof *e);
        if (e) {
            e->key = __VERIFIER_nondet_int() & 7;
            put(e);
        }
    }
    return 0;
}
