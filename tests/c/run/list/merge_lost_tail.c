// Merging two sorted lists stops when one is empty and forgets the rest of the other.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct run {
    int key;
    struct run *next;
};

static struct run *ascending(int from, int step, int count) {
    struct run *first = NULL;
    for (int i = count - 1; i >= 0; i--) {
        struct run *r = malloc(sizeof *r);
        if (!r)
            exit(2);
        r->key = from + i * step;
        r->next = first;
        first = r;
    }
    return first;
}

static struct run *take(struct run **from) {
    struct run *r = *from;
    *from = r->next;
    r->next = NULL;
    return r;
}

/* Both lists are consumed. */
static struct run *merge(struct run *a, struct run *b) {
    struct run *result = NULL, **end = &result;
    while (a && b) {
        *end = take(a->key <= b->key ? &a : &b);
        end = &(*end)->next;
    }
    return result; //~ error[leak]
}

int main(void) {
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 3);
    int m = (int)((unsigned)__VERIFIER_nondet_int() % 3);
    struct run *all = merge(ascending(1, 2, n), ascending(0, 3, m));
    int count = 0;
    while (all) {
        struct run *r = take(&all);
        printf("%d ", r->key);
        free(r);
        count++;
    }
    printf("(%d of %d)\n", count, n + m);
    return 0;
}
