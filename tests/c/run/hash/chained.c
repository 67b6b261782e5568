// A hash table with chaining: counts inputs by value, prints the chains, frees all.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define BUCKETS 7

struct entry {
    int key;
    unsigned count;
    struct entry *next;
};

static struct entry *table[BUCKETS];

static unsigned hash(int key) { return (unsigned)key * 2654435761u % BUCKETS; }

static struct entry *intern(int key) {
    struct entry **bucket = &table[hash(key)];
    for (struct entry *e = *bucket; e; e = e->next)
        if (e->key == key)
            return e;
    struct entry *e = malloc(sizeof *e);
    if (!e)
        exit(2);
    e->key = key;
    e->count = 0;
    e->next = *bucket;
    *bucket = e;
    return e;
}

int main(void) {
    for (int i = 0; i < 12; i++)
        intern(__VERIFIER_nondet_int() % 6)->count++;
    unsigned distinct = 0, total = 0;
    for (unsigned b = 0; b < BUCKETS; b++) {
        printf("%u:", b);
        while (table[b]) {
            struct entry *e = table[b];
            printf(" %d(%u)", e->key, e->count);
            distinct++;
            total += e->count;
            table[b] = e->next;
            free(e);
        }
        printf("\n");
    }
    printf("%u distinct, %u in all\n", distinct, total);
    return (int)distinct;
}
