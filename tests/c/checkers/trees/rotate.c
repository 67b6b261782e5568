// Rotates at the root, and at a node somewhere in the tree.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *rotate_left(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    if (t == NULL || t->right == NULL)
        return t;
    struct tree *r = t->right;
    t->right = r->left;
    r->left = t;
    return r;
}

struct tree *rotate_right(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    if (t == NULL || t->left == NULL)
        return t;
    struct tree *l = t->left;
    t->left = l->right;
    l->right = t;
    return l;
}

struct tree *rotate_at(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    struct tree **link = &t;
    while (*link != NULL && (*link)->key != key)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    struct tree *n = *link;
    if (n != NULL && n->right != NULL) {
        struct tree *r = n->right;
        n->right = r->left;
        r->left = n;
        *link = r;
    }
    return t;
}

static struct tree *grow(int depth) {
    sw_ensures(tree(sw_result));
    if (depth <= 0)
        return NULL;
    struct tree *t = malloc(sizeof *t);
    if (t == NULL)
        abort();
    t->key = depth;
    t->left = grow(depth - 1);
    t->right = grow(depth - 2);
    return t;
}

static void destroy(struct tree *t) {
    sw_requires(tree(t));
    if (t == NULL)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}

int main(void) {
    for (int depth = 0; depth < 4; depth++) {
        struct tree *t = grow(depth);
        t = rotate_left(t);
        t = rotate_right(t);
        t = rotate_at(t, 1);
        destroy(t);
    }
    return 0;
}
