// The tree with the greater root may end up on top.
//@ args: --domain checkers
//@ unknown: what the function requires is not known to hold, so neither is what it does
#include <shapewright.h>
#include <stdlib.h>

struct heap {
    struct heap *left;
    struct heap *right;
    int rank;
    int key;
};

bool heap(struct heap *h, int least) {
    return h == NULL || (least <= h->key && h->rank >= 1 && heap(h->left, h->key) && heap(h->right, h->key));
}

static int rank(struct heap *h) { return h == NULL ? 0 : h->rank; }

struct heap *meld(struct heap *a, struct heap *b, int least) {
    sw_requires(heap(a, least) && heap(b, least));
    sw_ensures(heap(sw_result, least));
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    a->right = meld(a->right, b, a->key); //~ error[contract]
    if (rank(a->left) < rank(a->right)) {
        struct heap *t = a->left;
        a->left = a->right;
        a->right = t;
    }
    a->rank = rank(a->right) + 1;
    return a;
}
