// Rotations in a tree whose nodes know their parents.
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

struct tree *rotate_left(struct tree *t) {
    sw_requires(ptree(t, NULL));
    sw_ensures(ptree(sw_result, NULL));
    if (t == NULL || t->right == NULL)
        return t;
    struct tree *r = t->right;
    t->right = r->left;
    if (r->left != NULL)
        r->left->up = t;
    r->up = t->up;
    r->left = t;
    t->up = r;
    return r;
}

struct tree *rotate_at(struct tree *root, int key) {
    sw_requires(ptree(root, NULL));
    sw_ensures(ptree(sw_result, NULL));
    struct tree *n = root;
    while (n != NULL && n->key != key)
        n = key < n->key ? n->left : n->right;
    if (n == NULL || n->left == NULL)
        return root;
    struct tree *l = n->left;
    n->left = l->right;
    if (l->right != NULL)
        l->right->up = n;
    l->up = n->up;
    if (n->up == NULL)
        root = l;
    else if (n == n->up->left)
        n->up->left = l;
    else
        n->up->right = l;
    l->right = n;
    n->up = l;
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
        t = rotate_left(t);
        t = rotate_at(t, key);
        destroy(t, NULL);
    }
    return 0;
}
