// A treap: priorities from rand() keep the tree shallow; split and merge do all the work.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct treap {
    int key, priority, size;
    struct treap *l, *r;
};

static int size(const struct treap *t) { return t ? t->size : 0; }

static struct treap *fix(struct treap *t) {
    t->size = 1 + size(t->l) + size(t->r);
    return t;
}

static void split(struct treap *t, int key, struct treap **l, struct treap **r) {
    if (!t) {
        *l = *r = NULL;
    } else if (t->key < key) {
        split(t->r, key, &t->r, r);
        *l = fix(t);
    } else {
        split(t->l, key, l, &t->l);
        *r = fix(t);
    }
}

static struct treap *merge(struct treap *l, struct treap *r) {
    if (!l || !r)
        return l ? l : r;
    if (l->priority > r->priority) {
        l->r = merge(l->r, r);
        return fix(l);
    }
    r->l = merge(l, r->l);
    return fix(r);
}

static struct treap *insert(struct treap *t, int key) {
    struct treap *l, *r, *n = calloc(1, sizeof *n);
    if (!n)
        exit(2);
    n->key = key;
    n->priority = rand() % 1000;
    split(t, key, &l, &r);
    return merge(merge(l, fix(n)), r);
}

static void drain(struct treap *t) {
    if (!t)
        return;
    drain(t->l);
    printf("%d ", t->key);
    drain(t->r);
    free(t);
}

int main(void) {
    struct treap *t = NULL, *low, *high;
    for (int i = 0; i < 9; i++)
        t = insert(t, __VERIFIER_nondet_int() % 40);
    split(t, 0, &low, &high);
    printf("%d below zero, %d not\n", size(low), size(high));
    drain(low);
    printf("| ");
    drain(high);
    puts("");
    return 0;
}
