// A signed hash value taken modulo the table size is negative for some keys.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 13

static int counts[SIZE];

static int hash(int id) { return id % SIZE; }

static void count(int id) {
    int slot = hash(id);
    counts[slot]++; //~ error[out-of-bounds]
}

static int busiest(void) {
    int best = 0;
    for (int i = 1; i < SIZE; i++)
        if (counts[i] > counts[best])
            best = i;
    return best;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        int id = __VERIFIER_nondet_int();
        printf("count %d\n", id);
        count(id);
    }
    int b = busiest();
    printf("busiest slot %d with %d\n", b, counts[b]);
    return 0;
}
