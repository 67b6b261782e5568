// Open addressing with linear probing and tombstones.
//@ clean
#include <stdbool.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define SLOTS 16

enum state { EMPTY, FULL, DELETED };

struct slot {
    enum state state;
    long key;
};

static struct slot slots[SLOTS];
static int probes;

static struct slot *find(long key, bool for_insert) {
    struct slot *spare = NULL;
    unsigned long at = (unsigned long)key * 11400714819323198485ul >> 60;
    for (int i = 0; i < SLOTS; i++, at = (at + 1) % SLOTS) {
        struct slot *s = &slots[at];
        probes++;
        if (s->state == EMPTY)
            return for_insert ? (spare ? spare : s) : NULL;
        if (s->state == FULL && s->key == key)
            return s;
        if (s->state == DELETED && !spare)
            spare = s;
    }
    return for_insert ? spare : NULL;
}

int main(void) {
    int full = 0;
    for (int i = 0; i < 14; i++) {
        int x = __VERIFIER_nondet_int();
        long key = x % 8;
        if (i % 3 == 2) {
            struct slot *s = find(key, false);
            if (s)
                s->state = DELETED, full--;
        } else {
            struct slot *s = find(key, true);
            full += s->state != FULL;
            *s = (struct slot){FULL, key};
        }
    }
    int seen = 0;
    for (struct slot *s = slots; s < slots + SLOTS; s++) {
        if (s->state == FULL)
            printf("%td=%ld ", s - slots, s->key), seen++;
        else if (s->state == DELETED)
            printf("%td=x ", s - slots);
    }
    printf("\n%d full, %d probes\n", full, probes);
    return seen == full ? 0 : 1;
}
