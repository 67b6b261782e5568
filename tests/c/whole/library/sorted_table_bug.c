//@ confirmed
// The array is freed too soon. An array that is sorted by the library, which calls back.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int key;
    int value;
};

static int by_key(const void *a, const void *b) {
    const struct entry *one = a, *other = b;
    return (one->key > other->key) - (one->key < other->key);
}

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000)
        return 1;
    struct entry *table = malloc(count * sizeof *table);
    if (!table)
        return 1;
    for (int at = 0; at < count; at++) {
        table[at].key = __VERIFIER_nondet_int();
        table[at].value = at;
    }
    qsort(table, count, sizeof *table, by_key);
    free(table);
    printf("%d\n", table[count - 1].value); //~ error[use-after-free]
    return 0;
}
