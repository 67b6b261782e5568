// Turning the tree around forgets one side of it.
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
    mirror(t->left);
    t->left = mirror(t->right); //~ error[leak]
    t->right = NULL;
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
