// A heap as a leftist tree: melding two of them, and taking out the least.
//@ args: --domain checkers
//@ proved
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
    if (b->key < a->key) {
        struct heap *t = a;
        a = b;
        b = t;
    }
    a->right = meld(a->right, b, a->key);
    if (rank(a->left) < rank(a->right)) {
        struct heap *t = a->left;
        a->left = a->right;
        a->right = t;
    }
    a->rank = rank(a->right) + 1;
    return a;
}

struct heap *insert(struct heap *h, int key, int least) {
    sw_requires(heap(h, least) && least <= key);
    sw_ensures(heap(sw_result, least));
    struct heap *n = malloc(sizeof *n);
    if (n == NULL)
        return h;
    n->left = NULL;
    n->right = NULL;
    n->rank = 1;
    n->key = key;
    return meld(h, n, least);
}

struct heap *remove_least(struct heap *h, int least) {
    sw_requires(heap(h, least));
    sw_ensures(heap(sw_result, least));
    if (h == NULL)
        return NULL;
    struct heap *rest = meld(h->left, h->right, h->key);
    free(h);
    return rest;
}

int main(void) {
    struct heap *h = NULL;
    for (int i = 0; i < 5; i++)
        h = insert(h, i * 3 % 5, 0);
    while (h != NULL)
        h = remove_least(h, 0);
    return 0;
}
