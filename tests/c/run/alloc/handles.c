// Handles with generations instead of pointers; the claim that an old handle is refused fails on wrap-around.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define SLOTS 2

struct handle {
    unsigned char slot, generation;
};

static struct {
    unsigned char generation;
    _Bool used;
    int value;
} slots[SLOTS];

static struct handle acquire(int value) {
    unsigned char i = 0;
    while (slots[i].used && i + 1 < SLOTS)
        i++;
    slots[i].used = 1;
    slots[i].value = value;
    return (struct handle){i, slots[i].generation};
}

static void release(struct handle h) {
    slots[h.slot].used = 0;
    slots[h.slot].generation = (slots[h.slot].generation + 1) & 3;
}

static int *resolve(struct handle h) {
    return slots[h.slot].used && slots[h.slot].generation == h.generation ? &slots[h.slot].value : NULL;
}

int main(void) {
    struct handle old = acquire(1);
    release(old);
    int rounds = (int)((unsigned)__VERIFIER_nondet_int() % 8);
    for (int i = 0; i < rounds; i++) {
        struct handle h = acquire(10 + i);
        printf("round %d: slot %d generation %d\n", i, h.slot, h.generation);
        assert(resolve(old) == NULL); //~ error[assert-fail]
        release(h);
    }
    printf("%d rounds\n", rounds);
    return 0;
}
