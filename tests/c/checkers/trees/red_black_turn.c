// A rotation in a red-black tree, through the address of its root.
//@ args: --domain checkers
//@ proved
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
    if (r->left != NULL)
        r->left->up = t;
    put(root, t, r);
    r->left = t;
    t->up = r;
}

struct tree *turn(struct tree *t) {
    sw_requires(rb(t, NULL));
    sw_ensures(rb(sw_result, NULL));
    if (t != NULL && t->right != NULL)
        rotate_left(&t, t);
    return t;
}

/* Colours the root, and its children if it has both. */
void paint(struct tree *t) {
    sw_requires(rb(t, NULL));
    sw_ensures(rb(t, NULL));
    if (t == NULL)
        return;
    t->color = BLACK;
    if (t->left != NULL && t->right != NULL) {
        t->left->color = RED;
        t->right->color = RED;
    }
}

struct tree *insert(struct tree *t, int key) {
    sw_requires(rb(t, NULL));
    sw_ensures(rb(sw_result, NULL));
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        return t;
    n->left = NULL;
    n->right = NULL;
    n->key = key;
    n->color = RED;
    struct tree *up = NULL;
    struct tree *p = t;
    while (p != NULL) {
        up = p;
        p = key < p->key ? p->left : p->right;
    }
    n->up = up;
    if (up == NULL)
        return n;
    if (key < up->key)
        up->left = n;
    else
        up->right = n;
    return t;
}
