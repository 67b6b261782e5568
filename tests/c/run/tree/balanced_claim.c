// Claims that plain insertion keeps a search tree balanced, which depends on the order of keys.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    unsigned key;
    struct node *l, *r;
};

static struct node *insert(struct node *t, unsigned key) {
    if (t) {
        if (key < t->key)
            t->l = insert(t->l, key);
        else
            t->r = insert(t->r, key);
        return t;
    }
    struct node *n = calloc(1, sizeof *n);
    if (!n)
        exit(2);
    n->key = key;
    return n;
}

static int height(const struct node *t) {
    if (!t)
        return 0;
    int l = height(t->l), r = height(t->r);
    return 1 + (l > r ? l : r);
}

static void release(struct node *t) {
    if (!t)
        return;
    release(t->l);
    release(t->r);
    free(t);
}

int main(void) {
    struct node *root = NULL;
    for (int i = 0; i < 8; i++) {
        unsigned key = (unsigned)__VERIFIER_nondet_int() % 100;
        root = insert(root, key);
        printf("%u, height %d\n", key, height(root));
    }
    assert(height(root) <= 4); //~ error[assert-fail]
    release(root);
    return 0;
}
