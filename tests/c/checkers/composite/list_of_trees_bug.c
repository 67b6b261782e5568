// One subtree hangs on two trees.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

struct plot {
    struct plot *next;
    struct tree *tree;
};

bool tree(struct tree *t) { return t == NULL || (tree(t->left) && tree(t->right)); }
bool wood(struct plot *p) { return p == NULL || (tree(p->tree) && wood(p->next)); }

struct plot *graft(struct plot *p) {
    sw_requires(wood(p));
    sw_ensures(wood(sw_result)); //~ error[contract]
    if (p == NULL || p->tree == NULL)
        return p;
    struct plot *n = malloc(sizeof *n);
    if (n == NULL)
        return p;
    n->next = p;
    n->tree = p->tree->left;
    return n;
}
