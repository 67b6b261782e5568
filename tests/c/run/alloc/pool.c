// A pool of fixed-size cells in a static array, with the free list threaded through the free cells.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define CELLS 5

union cell {
    union cell *next_free;
    struct {
        short row, col;
        int weight;
    } data;
};

static union cell pool[CELLS];
static union cell *free_cells;

static void pool_init(void) {
    for (int i = 0; i < CELLS; i++)
        pool[i].next_free = i + 1 < CELLS ? &pool[i + 1] : NULL;
    free_cells = pool;
}

static union cell *take(void) {
    union cell *c = free_cells;
    if (c)
        free_cells = c->next_free;
    return c;
}

static void give(union cell *c) {
    c->next_free = free_cells;
    free_cells = c;
}

int main(void) {
    union cell *held[CELLS] = {NULL};
    int refused = 0, n = 0;
    pool_init();
    for (int i = 0; i < 16; i++) {
        int x = __VERIFIER_nondet_int();
        if (x % 3 == 0 && n > 0) {
            union cell *c = held[--n];
            printf("give %td (%d)\n", c - pool, c->data.weight);
            give(c);
            continue;
        }
        union cell *c = take();
        if (!c) {
            refused++;
            continue;
        }
        c->data.row = (short)i;
        c->data.weight = i * i;
        held[n++] = c;
        printf("take %td\n", c - pool);
    }
    int left = 0;
    for (union cell *c = free_cells; c; c = c->next_free)
        left++;
    printf("%d held, %d free, %d refused\n", n, left, refused);
    return n + left == CELLS ? 0 : 1;
}
