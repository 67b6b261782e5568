// One step of splaying: the node that holds a key is brought up by two.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *splay_step(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    if (t == NULL || t->left == NULL || key >= t->key)
        return t;
    struct tree *l = t->left;
    if (key < l->key && l->left != NULL) {
        struct tree *ll = l->left;
        t->left = l->right;
        l->right = t;
        l->left = ll->right;
        ll->right = l;
        return ll;
    }
    if (key > l->key && l->right != NULL) {
        struct tree *lr = l->right;
        l->right = lr->left;
        lr->left = l;
        t->left = lr->right;
        lr->right = t;
        return lr;
    }
    t->left = l->right;
    l->right = t;
    return l;
}

/* Top-down: what is less than the key is hung on one side, what is greater on the other. */
struct tree *splay(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    if (t == NULL)
        return NULL;
    struct tree *less = NULL;
    struct tree **less_end = &less;
    struct tree *more = NULL;
    struct tree **more_end = &more;
    while (t->key != key) {
        if (key < t->key) {
            if (t->left == NULL)
                break;
            *more_end = t;
            more_end = &t->left;
            t = t->left;
        } else {
            if (t->right == NULL)
                break;
            *less_end = t;
            less_end = &t->right;
            t = t->right;
        }
    }
    *less_end = t->left;
    *more_end = t->right;
    t->left = less;
    t->right = more;
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
        t = splay_step(t, 1);
        t = splay(t, 2);
        destroy(t);
    }
    return 0;
}
