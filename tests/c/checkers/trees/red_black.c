// Inserts into a red-black tree whose nodes know their parents; the shape and the two colours are claimed.
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

static void rotate_right(struct tree **root, struct tree *t) {
    struct tree *l = t->left;
    t->left = l->right;
    if (l->right != NULL)
        l->right->up = t;
    put(root, t, l);
    l->right = t;
    t->up = l;
}

static void fix(struct tree **root, struct tree *n) {
    while (n->up != NULL && n->up->color == RED && n->up->up != NULL) {
        struct tree *parent = n->up;
        struct tree *grand = parent->up;
        struct tree *uncle = parent == grand->left ? grand->right : grand->left;
        if (uncle != NULL && uncle->color == RED) {
            parent->color = BLACK;
            uncle->color = BLACK;
            grand->color = RED;
            n = grand;
        } else if (parent == grand->left) {
            if (n == parent->right) {
                rotate_left(root, parent);
                parent = n;
            }
            parent->color = BLACK;
            grand->color = RED;
            rotate_right(root, grand);
            break;
        } else {
            if (n == parent->left) {
                rotate_right(root, parent);
                parent = n;
            }
            parent->color = BLACK;
            grand->color = RED;
            rotate_left(root, grand);
            break;
        }
    }
    (*root)->color = BLACK;
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
        t = n;
    else if (key < up->key)
        up->left = n;
    else
        up->right = n;
    fix(&t, n);
    return t;
}

void destroy(struct tree *t, struct tree *up) {
    sw_requires(rb(t, up));
    if (t == NULL)
        return;
    destroy(t->left, t);
    destroy(t->right, t);
    free(t);
}

int main(void) {
    struct tree *t = NULL;
    for (int i = 0; i < 7; i++)
        t = insert(t, i * 5 % 7);
    destroy(t, NULL);
    return 0;
}
