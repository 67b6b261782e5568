// Union-find with path compression: every parent is in the pool.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct set {
    struct set *next;
    struct set *parent;
};

static bool pool(struct set *s, sw_set all, sw_set here) {
    sw_set rest;
    if (s == NULL)
        return sw_empty(here);
    return sw_split(here, s, &rest) && sw_in(s->parent, all) && pool(s->next, all, rest);
}

struct set *add(struct set *p) {
    sw_set before = sw_any(), after = sw_any();
    sw_requires(pool(p, before, before));
    sw_ensures(pool(sw_result, after, after) && sw_with(after, before, sw_result));
    struct set *s = malloc(sizeof *s);
    if (s == NULL)
        abort();
    s->next = p;
    s->parent = s;
    return s;
}

struct set *find(struct set *p, struct set *x) {
    sw_set all = sw_any();
    sw_requires(pool(p, all, all) && sw_in(x, all));
    sw_ensures(pool(p, all, all) && sw_in(sw_result, all));
    struct set *root = x;
    while (root->parent != root)
        root = root->parent;
    while (x->parent != root) {
        struct set *up = x->parent;
        x->parent = root;
        x = up;
    }
    return root;
}

void merge(struct set *p, struct set *x, struct set *y) {
    sw_set all = sw_any();
    sw_requires(pool(p, all, all) && sw_in(x, all) && sw_in(y, all));
    sw_ensures(pool(p, all, all));
    x = find(p, x);
    y = find(p, y);
    if (x != y)
        x->parent = y;
}
