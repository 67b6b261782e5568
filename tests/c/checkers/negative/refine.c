// A structure is given to functions that ask less of it.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }
bool sorted(struct node *l, int min) { return l == NULL || (l->data >= min && sorted(l->next, l->data)); }
bool dll(struct node *l, struct node *prev) {
    return l == NULL || (l->prev == prev && dll(l->next, l));
}

struct tree {
    struct tree *left;
    struct tree *right;
    struct tree *parent;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }
bool ptree(struct tree *t, struct tree *parent) {
    return t == NULL || (t->parent == parent && ptree(t->left, t) && ptree(t->right, t));
}
bool between(struct tree *t, int low, int high) {
    return t == NULL
           || (low <= t->key && t->key <= high && between(t->left, low, t->key)
               && between(t->right, t->key, high));
}

int length(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l));
    int n = 0;
    for (; l != NULL; l = l->next)
        n += n < 1000;
    return n;
}

int weight(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(tree(t));
    if (t == NULL)
        return 0;
    int left = weight(t->left), right = weight(t->right);
    return left > right ? left : right;
}

void drop(struct node *l) {
    sw_requires(list(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int drop_sorted(struct node *l) {
    sw_requires(sorted(l, 0));
    int n = length(l);
    drop(l);
    return n;
}

/* What is behind the first cell. */
int drop_linked(struct node *l) {
    sw_requires(dll(l, NULL));
    if (l == NULL)
        return 0;
    int n = length(l->next);
    drop(l);
    return n;
}

int weigh_parents(struct tree *t) {
    sw_requires(ptree(t, NULL));
    sw_ensures(tree(t));
    return weight(t);
}

int weigh_ordered(struct tree *t) {
    sw_requires(between(t, 0, 100));
    sw_ensures(tree(t));
    return t == NULL ? 0 : weight(t->left);
}
