// Turns a tree into a doubly linked list, in order and in place.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }

/* The nodes as a list along `right`, with `left` leading back. */
bool chain(struct tree *t, struct tree *prev) {
    return t == NULL || (t->left == prev && chain(t->right, t));
}

/* The nodes as a list along `right`; `left` is not used. */
bool vine(struct tree *t) { return t == NULL || (t->left == NULL && vine(t->right)); }

struct tree *flatten_onto(struct tree *t, struct tree *rest) {
    sw_requires(tree(t) && chain(rest, NULL));
    sw_ensures(chain(sw_result, NULL));
    if (t == NULL)
        return rest;
    struct tree *right = flatten_onto(t->right, rest);
    t->right = right;
    if (right != NULL)
        right->left = t;
    struct tree *left = t->left;
    t->left = NULL;
    return flatten_onto(left, t);
}

struct tree *to_vine(struct tree *t) {
    sw_requires(tree(t));
    sw_ensures(vine(sw_result));
    struct tree **link = &t;
    while (*link != NULL) {
        struct tree *n = *link;
        struct tree *l = n->left;
        if (l != NULL) {
            n->left = l->right;
            l->right = n;
            *link = l;
        } else {
            link = &n->right;
        }
    }
    return t;
}

void free_chain(struct tree *t) {
    sw_requires(chain(t, NULL));
    while (t != NULL) {
        struct tree *next = t->right;
        free(t);
        t = next;
    }
}

static struct tree *node(struct tree *left, struct tree *right, int key) {
    sw_requires(tree(left) && tree(right));
    sw_ensures(tree(sw_result));
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        abort();
    n->left = left;
    n->right = right;
    n->key = key;
    return n;
}

int main(void) {
    struct tree *t = node(node(NULL, NULL, 1), node(NULL, node(NULL, NULL, 4), 3), 2);
    free_chain(flatten_onto(t, NULL));
    return 0;
}
