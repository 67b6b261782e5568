// Builds a tree with or without parents and frees it by turning its edges. One node alone fits every structure with two
// links: that it is a tree follows from what its members are called.
//@ args: --domain checkers
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left;
    int key;
    struct tree *right;
};

struct family {
    struct family *parent;
    struct family *left, *right;
};

static void free_tree(struct tree *a) {
    while (a != NULL) {
        struct tree *q = a->right;
        if (q != NULL) {
            a->right = q->left;
            q->left = a;
            a = q;
        } else {
            q = a->left;
            free(a);
            a = q;
        }
    }
}

static struct tree *grow(struct tree *left) {
    struct tree *a = malloc(sizeof *a);
    if (a == NULL)
        abort();
    a->key = 1;
    a->left = left;
    a->right = NULL;
    return a;
}

static struct family *grow_family(struct family *right) {
    struct family *a = malloc(sizeof *a);
    if (a == NULL)
        abort();
    a->parent = NULL;
    a->left = NULL;
    a->right = right;
    if (right != NULL)
        right->parent = a;
    return a;
}

int main(void) {
    struct tree *a = grow(NULL);
    while (__VERIFIER_nondet_int())
        a = grow(a);
    free_tree(a);
    struct family *b = grow_family(NULL);
    while (__VERIFIER_nondet_int())
        b = grow_family(b);
    while (b != NULL) {
        struct family *q = b->right;
        free(b);
        b = q;
    }
    return 0;
}
