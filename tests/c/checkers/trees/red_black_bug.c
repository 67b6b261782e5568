// A subtree is not told of its new parent in a rotation.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

enum { RED, BLACK };

struct tree {
    struct tree *left;
    struct tree *right;
    struct tree *up;
    int key;
    int color;
};

bool rb(struct tree *t, struct tree *up) {
    return t == NULL ||
           (t->up == up && (t->color == RED || t->color == BLACK) && rb(t->left, t) && rb(t->right, t));
}

static void put(struct tree **root, struct tree *old, struct tree *by) {
    by->up = old->up;
    if (old->up == NULL)
        *root = by;
    else if (old == old->up->left)
        old->up->left = by;
    else
        old->up->right = by;
}

static void rotate_left(struct tree **root, struct tree *t) {
    struct tree *r = t->right;
    t->right = r->left;
    put(root, t, r);
    r->left = t;
    t->up = r;
}

struct tree *turn(struct tree *t) {
    sw_requires(rb(t, NULL));
    sw_ensures(rb(sw_result, NULL)); //~ error[contract]
    if (t != NULL && t->right != NULL)
        rotate_left(&t, t);
    return t;
}
