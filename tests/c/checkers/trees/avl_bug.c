// A balance can become 2.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
    int balance;
};

bool avl(struct tree *t) {
    return t == NULL || (-1 <= t->balance && t->balance <= 1 && avl(t->left) && avl(t->right));
}

struct tree *insert(struct tree *t, int key) {
    sw_requires(avl(t));
    sw_ensures(avl(sw_result)); //~ error[contract]
    if (t == NULL) {
        struct tree *n = malloc(sizeof *n);
        if (n == NULL)
            abort();
        n->left = NULL;
        n->right = NULL;
        n->key = key;
        n->balance = 0;
        return n;
    }
    if (key < t->key) {
        t->left = insert(t->left, key);
        t->balance--;
    } else {
        t->right = insert(t->right, key);
        t->balance++;
    }
    return t;
}
