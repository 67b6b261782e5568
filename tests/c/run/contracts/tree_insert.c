// Every call of a recursive function keeps its contract: the bounds hold on the way down and on the way up.
//@ clean
#include <limits.h>
#include <shapewright.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
    int key;
};

static inline bool search_tree(const struct tree *t, long low, long high) {
    return t == NULL
        || (low < t->key && t->key < high && search_tree(t->left, low, t->key) && search_tree(t->right, t->key, high));
}

static inline size_t size(const struct tree *t) { return t == NULL ? 0 : size(t->left) + 1 + size(t->right); }

static struct tree *insert(struct tree *t, int key, bool *fresh) {
    sw_requires(search_tree(t, LONG_MIN, LONG_MAX));
    sw_ensures(sw_result != NULL && search_tree(sw_result, LONG_MIN, LONG_MAX));
    sw_ensures(size(sw_result) == sw_old(size(t)) + *fresh);
    if (t == NULL) {
        t = malloc(sizeof *t);
        if (t == NULL)
            exit(2);
        t->left = t->right = NULL;
        t->key = key;
        *fresh = true;
    } else if (key < t->key) {
        t->left = insert(t->left, key, fresh);
    } else if (key > t->key) {
        t->right = insert(t->right, key, fresh);
    } else {
        *fresh = false;
    }
    return t;
}

static void release(struct tree *t) {
    if (t == NULL)
        return;
    release(t->left);
    release(t->right);
    free(t);
}

int main(void) {
    struct tree *t = NULL;
    int count = 0;
    for (int i = 0; i < 8; i++) {
        bool fresh;
        t = insert(t, __VERIFIER_nondet_int() & 15, &fresh);
        count += fresh;
    }
    printf("%d\n", count);
    release(t);
    return 0;
}
