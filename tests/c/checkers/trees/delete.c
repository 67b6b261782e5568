// Takes a key out of a search tree: a leaf, a node with one child, a node with two.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *delete(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    struct tree **link = &t;
    while (*link != NULL && (*link)->key != key)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    struct tree *n = *link;
    if (n == NULL)
        return t;
    if (n->left == NULL) {
        *link = n->right;
    } else if (n->right == NULL) {
        *link = n->left;
    } else {
        struct tree **least = &n->right;
        while ((*least)->left != NULL)
            least = &(*least)->left;
        struct tree *m = *least;
        *least = m->right;
        m->left = n->left;
        m->right = n->right;
        *link = m;
    }
    free(n);
    return t;
}

struct tree *delete_least(struct tree *t) {
    sw_requires(tree(t) && t != NULL);
    sw_ensures(tree(sw_result));
    if (t->left == NULL) {
        struct tree *right = t->right;
        free(t);
        return right;
    }
    struct tree *p = t;
    while (p->left->left != NULL)
        p = p->left;
    struct tree *n = p->left;
    p->left = n->right;
    free(n);
    return t;
}

struct tree *delete_recursive(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    if (t == NULL)
        return NULL;
    if (key < t->key) {
        t->left = delete_recursive(t->left, key);
        return t;
    }
    if (key > t->key) {
        t->right = delete_recursive(t->right, key);
        return t;
    }
    if (t->left != NULL && t->right != NULL) {
        struct tree *m = t->right;
        while (m->left != NULL)
            m = m->left;
        t->key = m->key;
        t->right = delete_recursive(t->right, m->key);
        return t;
    }
    struct tree *child = t->left != NULL ? t->left : t->right;
    free(t);
    return child;
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
        t = delete(t, 2);
        t = delete_recursive(t, 3);
        if (t != NULL)
            t = delete_least(t);
        destroy(t);
    }
    return 0;
}
