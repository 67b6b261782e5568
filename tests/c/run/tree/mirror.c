// Builds a random binary tree, mirrors it and compares the two walks.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct Tree Tree;
struct Tree {
    Tree *l, *r;
    int id;
};

static int next_id;

static Tree *grow(int depth) {
    if (depth == 0 || __VERIFIER_nondet_int() % 4 == 0)
        return NULL;
    Tree *t = malloc(sizeof *t);
    if (t == NULL)
        abort();
    t->id = next_id++;
    t->l = grow(depth - 1);
    t->r = grow(depth - 1);
    return t;
}

static void mirror(Tree *t) {
    if (!t)
        return;
    Tree *was_left = t->l;
    t->l = t->r;
    t->r = was_left;
    mirror(t->l);
    mirror(t->r);
}

static int walk(const Tree *t, int *out, int n) {
    if (!t)
        return n;
    n = walk(t->l, out, n);
    out[n++] = t->id;
    return walk(t->r, out, n);
}

static void cut(Tree *t) {
    if (t) {
        cut(t->l), cut(t->r);
        free(t);
    }
}

int main(void) {
    int before[16], after[16];
    Tree *t = grow(4);
    int n = walk(t, before, 0);
    mirror(t);
    int m = walk(t, after, 0);
    cut(t);
    for (int i = 0; i < n; i++) {
        printf("%d ", after[i]);
        if (before[i] != after[n - 1 - i])
            return 1;
    }
    printf("%d nodes\n", m);
    return m == n ? 0 : 1;
}
