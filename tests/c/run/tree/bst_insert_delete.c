// A binary search tree: recursive insert, delete with the in-order successor, in-order print.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        if (!t)
            exit(2);
        t->key = key;
        t->left = t->right = NULL;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    }
    return t;
}

static struct tree *erase(struct tree *t, int key) {
    if (!t)
        return NULL;
    if (key < t->key) {
        t->left = erase(t->left, key);
    } else if (key > t->key) {
        t->right = erase(t->right, key);
    } else if (!t->left || !t->right) {
        struct tree *only = t->left ? t->left : t->right;
        free(t);
        return only;
    } else {
        struct tree *next = t->right;
        while (next->left)
            next = next->left;
        t->key = next->key;
        t->right = erase(t->right, next->key);
    }
    return t;
}

static int print(const struct tree *t) {
    if (!t)
        return 0;
    int n = print(t->left);
    printf("%d ", t->key);
    return n + 1 + print(t->right);
}

int main(void) {
    struct tree *t = NULL;
    for (int i = 0; i < 10; i++)
        t = insert(t, (int)((unsigned)__VERIFIER_nondet_int() % 16));
    printf("= %d\n", print(t));
    for (int i = 0; i < 6; i++)
        t = erase(t, (int)((unsigned)__VERIFIER_nondet_int() % 16));
    int left = print(t);
    printf("= %d\n", left);
    while (t)
        t = erase(t, t->key);
    return left;
}
