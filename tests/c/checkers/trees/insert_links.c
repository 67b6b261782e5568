// Puts a node into a search tree; the place is found as the address of a link.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *insert(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    struct tree **link = &t;
    while (*link != NULL) {
        if (key == (*link)->key)
            return t;
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    }
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        return t;
    n->left = NULL;
    n->right = NULL;
    n->key = key;
    *link = n;
    return t;
}

void insert_in_place(struct tree **root, int key) {
    sw_requires(tree(*root));
    sw_ensures(tree(*root));
    struct tree **link = root;
    while (*link != NULL) {
        struct tree *n = *link;
        if (key < n->key)
            link = &n->left;
        else
            link = &n->right;
    }
    *link = calloc(1, sizeof **link);
    if (*link != NULL)
        (*link)->key = key;
}

struct tree *insert_parent(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(sw_result));
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        return t;
    n->left = NULL;
    n->right = NULL;
    n->key = key;
    if (t == NULL)
        return n;
    struct tree *p = t;
    for (;;) {
        if (key < p->key) {
            if (p->left == NULL) {
                p->left = n;
                break;
            }
            p = p->left;
        } else {
            if (p->right == NULL) {
                p->right = n;
                break;
            }
            p = p->right;
        }
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
        t = insert(t, 5);
        insert_in_place(&t, 2);
        t = insert_parent(t, 3);
        destroy(t);
    }
    return 0;
}
