// The lookup goes on from an item that is none: a list that ends is walked past its end.
//@ unknown: there are too many different shapes for the analysis to keep apart
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int key;
};

static struct {
    int used;
    struct item *slots[8];
} table;

static struct item *make(int key) {
    struct item *item = malloc(sizeof *item);
    if (item == NULL)
        return NULL;
    item->key = key;
    item->next = NULL;
    return item;
}

static struct item **slot_of(int key) { return &table.slots[(key & 15) % 8]; }

static void put(struct item *item) {
    struct item **slot = slot_of(item->key);
    item->next = *slot;
    *slot = item;
    table.used++;
}

static int has(int key) {
    for (struct item *item = *slot_of(key); ; item = item->next)
        if (item->key == key) //~ error[null-deref]
            return 1;
    return 0;
}

static void clear(struct item *list) {
    for (struct item *next; list != NULL; list = next) {
        next = list->next;
        free(list);
    }
}

int main(void) {
    int found = 0;
    while (__VERIFIER_nondet_int()) {
        struct item *item = make(__VERIFIER_nondet_int());
        if (item != NULL)
            put(item);
        item = make(__VERIFIER_nondet_int());
        if (item != NULL)
            put(item);
        if (has(__VERIFIER_nondet_int()) && found < 1000)
            found++;
    }
    for (int i = 0; i < 8; i++) {
        clear(table.slots[i]);
        table.slots[i] = NULL;
    }
    return found > 10;
}
