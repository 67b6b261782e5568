// In-order walk without recursion or stack, by parent pointers.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *parent, *left, *right;
};

static struct node *insert(struct node *root, int key) {
    struct node *n = malloc(sizeof *n), *p = NULL;
    if (!n)
        exit(2);
    n->key = key;
    n->left = n->right = NULL;
    for (struct node *t = root; t; t = key < t->key ? t->left : t->right)
        p = t;
    n->parent = p;
    if (!p)
        return n;
    if (key < p->key)
        p->left = n;
    else
        p->right = n;
    return root;
}

static struct node *leftmost(struct node *n) {
    while (n && n->left)
        n = n->left;
    return n;
}

static struct node *successor(struct node *n) {
    if (n->right)
        return leftmost(n->right);
    while (n->parent && n == n->parent->right)
        n = n->parent;
    return n->parent;
}

int main(void) {
    struct node *root = NULL;
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 10), bad = 0, last = 0;
    for (int i = 0; i < n; i++)
        root = insert(root, (int)((unsigned)__VERIFIER_nondet_int() % 50));
    for (struct node *p = leftmost(root); p; p = successor(p)) {
        printf("%d ", p->key);
        bad += p->key < last;
        last = p->key;
    }
    printf(": %d out of order\n", bad);
    /* Post-order: cut leaves until the root itself is one. */
    while (root) {
        while (root->left || root->right)
            root = root->left ? root->left : root->right;
        struct node *up = root->parent;
        if (up)
            *(up->left == root ? &up->left : &up->right) = NULL;
        free(root);
        root = up;
    }
    return bad;
}
