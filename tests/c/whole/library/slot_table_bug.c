// The rest of a chain is looked for in an item that is gone.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int key;
};

enum { SLOTS = 7 };

static struct item *table[SLOTS];
static int used;

static struct item **slot_of(int key) {
    return &table[(unsigned)key % SLOTS];
}

static void put(struct item *e) {
    struct item **slot = slot_of(e->key);
    e->next = *slot;
    *slot = e;
    used++;
}

static struct item *take(int at) {
    struct item *e = table[at];
    if (e) {
        table[at] = e->next;
        e->next = NULL;
        used--;
    }
    return e;
}

static void clear(struct item *l) {
    if (l) {
        free(l); //~ error[leak]
        clear(l->next); //~ error[use-after-free]
    }
}

static void close(void) {
    for (int i = 0; i < SLOTS; i++) {
        clear(table[i]);
        table[i] = NULL;
    }
    used = 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct item *e = malloc(sizeof *e);
        if (e == NULL)
            break;
        e->key = __VERIFIER_nondet_int();
        put(e);
        if (__VERIFIER_nondet_int() == 3)
            close();
    }
    struct item *moved = take((unsigned)__VERIFIER_nondet_int() % SLOTS);
    if (moved) {
        moved->key++;
        put(moved);
    }
    close();
    return 0;
}
