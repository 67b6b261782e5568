// A tree of any number of children: each node knows its first child, its next sibling and its parent.
//@ proved
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

struct tree *add_root(struct tree *t, int name) {
    sw_requires(forest(t, NULL));
    sw_ensures(forest(sw_result, NULL) && sw_result != NULL);
    struct tree *n = node(name);
    n->sibling = t;
    return n;
}

void add_child(struct tree *t, int name, int child) {
    sw_requires(forest(t, NULL));
    sw_ensures(forest(t, NULL));
    struct tree *p = t;
    while (p != NULL && p->name != name)
        p = p->name < name ? p->sibling : p->child;
    if (p == NULL)
        return;
    struct tree *n = node(child);
    n->parent = p;
    n->sibling = p->child;
    p->child = n;
}

void append_sibling(struct tree *t, int name) {
    sw_requires(forest(t, NULL) && t != NULL);
    sw_ensures(forest(t, NULL));
    struct tree *p = t;
    while (p->sibling != NULL)
        p = p->sibling;
    p->sibling = node(name);
}

void destroy(struct tree *t, struct tree *parent) {
    sw_requires(forest(t, parent));
    while (t != NULL) {
        struct tree *next = t->sibling;
        destroy(t->child, t);
        free(t);
        t = next;
    }
}

struct tree *remove_first(struct tree *t) {
    sw_requires(forest(t, NULL) && t != NULL);
    sw_ensures(forest(sw_result, NULL));
    struct tree *next = t->sibling;
    destroy(t->child, t);
    free(t);
    return next;
}

int main(void) {
    struct tree *t = add_root(NULL, 1);
    t = add_root(t, 2);
    add_child(t, 2, 3);
    append_sibling(t, 4);
    t = remove_first(t);
    destroy(t, NULL);
    return 0;
}
