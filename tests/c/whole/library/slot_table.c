//@ proved
// A table of chains in a struct, reached through a function that gives the address of a slot; items are taken out and put in again.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int key;
};

enum { SLOTS = 7 };

static struct {
    int used;
    struct item *slots[SLOTS];
} table;

static struct item **slot_of(int key) {
    return &table.slots[(unsigned)key % SLOTS];
}

static void put(struct item *e) {
    struct item **slot = slot_of(e->key);
    e->next = *slot;
    *slot = e;
    table.used++;
}

static struct item *take(int at) {
    struct item *e = table.slots[at];
    if (e) {
        table.slots[at] = e->next;
        e->next = NULL;
        table.used--;
    }
    return e;
}

static void clear(struct item *l) {
    if (l) {
        clear(l->next);
        free(l);
    }
}

static void close(void) {
    for (int i = 0; i < SLOTS; i++) {
        clear(table.slots[i]);
        table.slots[i] = NULL;
    }
    table.used = 0;
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
