// Takes a node out of a tree whose nodes know their parents.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    struct tree *up;
    int key;
};

bool ptree(struct tree *t, struct tree *up) {
    return t == NULL || (t->up == up && ptree(t->left, t) && ptree(t->right, t));
}

static struct tree *replace(struct tree *root, struct tree *n, struct tree *by) {
    if (n->up == NULL)
        root = by;
    else if (n->up->left == n)
        n->up->left = by;
    else
        n->up->right = by;
    if (by != NULL)
        by->up = n->up;
    return root;
}

struct tree *delete(struct tree *root, int key) {
    sw_requires(ptree(root, NULL));
    sw_ensures(ptree(sw_result, NULL));
    struct tree *n = root;
    while (n != NULL && n->key != key)
        n = key < n->key ? n->left : n->right;
    if (n == NULL)
        return root;
    if (n->left == NULL) {
        root = replace(root, n, n->right);
    } else if (n->right == NULL) {
        root = replace(root, n, n->left);
    } else {
        struct tree *m = n->right;
        while (m->left != NULL)
            m = m->left;
        if (m->up != n) {
            root = replace(root, m, m->right);
            m->right = n->right;
            m->right->up = m;
        }
        root = replace(root, n, m);
        m->left = n->left;
        m->left->up = m;
    }
    free(n);
    return root;
}

static struct tree *put(struct tree *t, struct tree *up, int key) {
    sw_requires(ptree(t, up));
    sw_ensures(ptree(sw_result, up));
    if (t == NULL) {
        struct tree *n = malloc(sizeof *n);
        if (n == NULL)
            abort();
        n->left = NULL;
        n->right = NULL;
        n->up = up;
        n->key = key;
        return n;
    }
    if (key < t->key)
        t->left = put(t->left, t, key);
    else
        t->right = put(t->right, t, key);
    return t;
}

static void destroy(struct tree *t, struct tree *up) {
    sw_requires(ptree(t, up));
    if (t == NULL)
        return;
    destroy(t->left, t);
    destroy(t->right, t);
    free(t);
}

int main(void) {
    for (int key = 0; key < 7; key++) {
        struct tree *t = NULL;
        for (int i = 0; i < 7; i++)
            t = put(t, NULL, i * 3 % 7);
        t = delete(t, key);
        destroy(t, NULL);
    }
    return 0;
}
