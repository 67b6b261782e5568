// Quicksort-style partition of a list into smaller, equal and larger parts, joined again.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    int v;
    struct cell *next;
};

static struct cell **append(struct cell **end, struct cell *c) {
    *end = c;
    return &c->next;
}

static struct cell *quicksort(struct cell *l, struct cell *rest) {
    if (!l)
        return rest;
    struct cell *part[3];
    struct cell **end[3] = {&part[0], &part[1], &part[2]};
    int pivot = l->v;
    for (struct cell *c = l; c; c = c->next) {
        int side = (c->v > pivot) - (c->v < pivot) + 1;
        end[side] = append(end[side], c);
    }
    for (int i = 0; i < 3; i++)
        *end[i] = NULL;
    *end[1] = quicksort(part[2], rest);
    return quicksort(part[0], part[1]);
}

int main(void) {
    struct cell pool[10];
    struct cell *l = NULL;
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 11;
    for (unsigned i = 0; i < n; i++) {
        pool[i].v = (int)((unsigned)__VERIFIER_nondet_int() % 30);
        pool[i].next = l;
        l = &pool[i];
    }
    l = quicksort(l, NULL);
    unsigned count = 0;
    for (; l; l = l->next, count++) {
        printf("%d ", l->v);
        if (l->next && l->next->v < l->v)
            return 1;
    }
    printf("(%u)\n", count);
    return count == n ? 0 : 2;
}
