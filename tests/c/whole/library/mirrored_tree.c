//@ proved
// A search tree that is turned around by a recursive function between insertions through a pointer to a link.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int key) {
    struct tree **at = &t;
    while (*at)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        return t;
    n->key = key;
    n->left = n->right = NULL;
    *at = n;
    return t;
}

static struct tree *mirror(struct tree *t) {
    if (t == NULL)
        return NULL;
    struct tree *left = mirror(t->left);
    t->left = mirror(t->right);
    t->right = left;
    return t;
}

static void drop(struct tree *t) {
    if (t == NULL)
        return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(void) {
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int()) {
        root = mirror(root);
        root = insert(root, 4);
        root = mirror(root);
        if (__VERIFIER_nondet_int())
            root = insert(root, 4);
    }
    drop(root);
    return 0;
}
