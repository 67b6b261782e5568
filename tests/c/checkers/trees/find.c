// Looks for keys in a search tree.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

struct tree *find(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    while (t != NULL && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t;
}

int least(struct tree *t) {
    sw_requires(tree(t) && t != NULL);
    sw_ensures(tree(t));
    while (t->left != NULL)
        t = t->left;
    return t->key;
}

struct tree *greatest(struct tree *t) {
    sw_requires(tree(t) && t != NULL);
    sw_ensures(tree(t) && sw_result != NULL);
    struct tree *p = t;
    while (p->right != NULL)
        p = p->right;
    return p;
}

bool contains(struct tree *t, int key) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    if (t == NULL)
        return false;
    if (t->key == key)
        return true;
    return key < t->key ? contains(t->left, key) : contains(t->right, key);
}
