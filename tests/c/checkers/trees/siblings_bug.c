// The new child does not know its parent.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct tree {
    struct tree *child;
    struct tree *sibling;
    struct tree *parent;
    int name;
};

bool forest(struct tree *t, struct tree *parent) {
    return t == NULL || (t->parent == parent && forest(t->child, t) && forest(t->sibling, parent));
}

static struct tree *node(int name) {
    struct tree *n = malloc(sizeof *n);
    if (n == NULL)
        abort();
    n->child = NULL;
    n->sibling = NULL;
    n->parent = NULL;
    n->name = name;
    return n;
}

void add_child(struct tree *t, int name, int child) {
    sw_requires(forest(t, NULL));
    sw_ensures(forest(t, NULL)); //~ error[contract]
    struct tree *p = t;
    while (p != NULL && p->name != name)
        p = p->name < name ? p->sibling : p->child;
    if (p == NULL)
        return;
    struct tree *n = node(child);
    n->sibling = p->child;
    p->child = n;
}
