// Frees a tree along its left spine only, so that right subtrees are lost with their parents.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *left, *right;
};

static struct node *leaf(int key) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(2);
    n->key = key;
    n->left = NULL;
    n->right = NULL;
    return n;
}

static void insert(struct node *t, int key) {
    struct node **link;
    while (*(link = key < t->key ? &t->left : &t->right))
        t = *link;
    *link = leaf(key);
}

static int sum(const struct node *t) {
    return t ? sum(t->left) + t->key + sum(t->right) : 0;
}

static void drop(struct node *t) {
    while (t) {
        struct node *left = t->left;
        free(t); //~ error[leak]
        t = left;
    }
}

int main(void) {
    struct node *root = leaf(50);
    for (int i = 0; i < 2; i++) {
        int key = (int)((unsigned)__VERIFIER_nondet_int() % 80);
        printf("insert %d\n", key);
        insert(root, key);
    }
    printf("sum %d\n", sum(root));
    drop(root);
    return 0;
}
