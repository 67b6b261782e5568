// Growing a hash table moves the entries but drops the old bucket array.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    unsigned key;
    struct entry *next;
};

struct set {
    struct entry **bucket;
    unsigned buckets, used;
};

static void put(struct entry **bucket, struct entry *e) {
    e->next = *bucket;
    *bucket = e;
}

static void grow(struct set *s) {
    unsigned buckets = s->buckets * 2;
    struct entry **fresh = calloc(buckets, sizeof *fresh);
    if (!fresh)
        exit(2);
    for (unsigned i = 0; i < s->buckets; i++) {
        for (struct entry *e; (e = s->bucket[i]) != NULL;) {
            s->bucket[i] = e->next;
            put(&fresh[e->key % buckets], e);
        }
    }
    printf("grown to %u\n", buckets);
    s->buckets = buckets;
    s->bucket = fresh; //~ error[leak]
}

static void add(struct set *s, unsigned key) {
    for (struct entry *e = s->bucket[key % s->buckets]; e; e = e->next)
        if (e->key == key)
            return;
    if (s->used++ == 2 * s->buckets)
        grow(s);
    struct entry *e = malloc(sizeof *e);
    if (!e)
        exit(2);
    e->key = key;
    put(&s->bucket[key % s->buckets], e);
}

int main(void) {
    struct set s = {.buckets = 2};
    s.bucket = calloc(s.buckets, sizeof *s.bucket);
    if (!s.bucket)
        return 2;
    for (int i = 0; i < 6; i++)
        add(&s, (unsigned)__VERIFIER_nondet_int() % 9);
    printf("%u elements\n", s.used);
    for (unsigned i = 0; i < s.buckets; i++) {
        for (struct entry *e = s.bucket[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    }
    free(s.bucket);
    return 0;
}
