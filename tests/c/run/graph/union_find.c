// Union-find with path halving and union by size; counts the components.
//@ clean
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define N 12

struct element {
    struct element *parent;
    int size;
};

static struct element set[N];

static struct element *find(struct element *e) {
    while (e->parent != e)
        e = e->parent = e->parent->parent;
    return e;
}

static int unite(struct element *a, struct element *b) {
    a = find(a);
    b = find(b);
    if (a == b)
        return 0;
    if (a->size < b->size) {
        struct element *t = a;
        a = b;
        b = t;
    }
    b->parent = a;
    a->size += b->size;
    return 1;
}

int main(void) {
    int components = N;
    for (int i = 0; i < N; i++)
        set[i] = (struct element){&set[i], 1};
    for (int i = 0; i < 10; i++) {
        unsigned a = __VERIFIER_nondet_uint() % N, b = __VERIFIER_nondet_uint() % N;
        components -= unite(&set[a], set + b);
    }
    int roots = 0;
    for (struct element *e = set; e != set + N; e++) {
        printf("%d ", (int)(find(e) - set));
        if (e->parent == e) {
            roots++;
            printf("(size %d) ", e->size);
        }
    }
    printf("\n%d components\n", components);
    return roots == components ? 0 : 1;
}
