// A tree whose empty right links lead to the successor instead.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    bool thread;
    int key;
};

/* The nodes below t; the last of them in order leads on to `after`. */
bool threaded(struct tree *t, struct tree *after) {
    return t == NULL || (threaded(t->left, t) &&
                         (t->thread ? t->right == after : t->right != NULL && threaded(t->right, after)));
}

int sum(struct tree *t) {
    sw_requires(threaded(t, NULL));
    sw_ensures(threaded(t, NULL));
    int sum = 0;
    if (t == NULL)
        return 0;
    while (t->left != NULL)
        t = t->left;
    while (t != NULL) { //~ FP[uninitialized]
        sum += t->key; //~ FP[uninitialized] //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds]
        bool thread = t->thread; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
        t = t->right; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
        if (!thread) //~ FP[uninitialized]
            while (t->left != NULL) //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
                t = t->left; //~ FP[null-deref] //~ FP[use-after-free] //~ FP[out-of-bounds] //~ FP[uninitialized]
    }
    return sum;
}

void add_left(struct tree *t, int key) {
    sw_requires(threaded(t, NULL) && t != NULL);
    sw_ensures(threaded(t, NULL));
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        return;
    while (t->left != NULL)
        t = t->left;
    n->key = key;
    n->left = NULL;
    n->thread = true;
    n->right = t;
    t->left = n;
}

int main(void) {
    struct tree *t = malloc(sizeof *t);
    if (t == NULL)
        return 0;
    t->left = NULL;
    t->right = NULL;
    t->thread = true;
    t->key = 5;
    add_left(t, 3);
    add_left(t, 1);
    int s = sum(t);
    while (t != NULL) {
        struct tree *left = t->left;
        free(t); //~ FP[leak]
        t = left;
    }
    return s == 9 || s == 5 || s == 8 || s == 6 ? 0 : 1;
}
