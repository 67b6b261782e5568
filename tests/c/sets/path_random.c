// Seed 003, "graph path: random" (figure 1): along any edge, and on from there.
//@ proved
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct edge {
    struct edge *next;
    struct node *dest;
};

struct node {
    struct node *next;
    struct edge *edges;
    int id;
};

static bool edges(struct edge *e, sw_set all) {
    return e == NULL || (sw_in(e->dest, all) && edges(e->next, all));
}

static bool nodes(struct node *n, sw_set all, sw_set here) {
    sw_set rest;
    if (n == NULL)
        return sw_empty(here);
    return sw_split(here, n, &rest) && edges(n->edges, all) && nodes(n->next, all, rest);
}

void walk(struct node *g) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_ensures(nodes(g, all, all));
    struct node *c = g;
    while (c != NULL && __VERIFIER_nondet_int()) {
        struct edge *s = c->edges;
        while (s != NULL && __VERIFIER_nondet_int())
            s = s->next;
        c = s != NULL ? s->dest : NULL;
        if (c != NULL)
            c->id = 1;
    }
}
