// Seed 003, "node list traversal": the cursor is a node of the graph.
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

struct node *find(struct node *g, int id) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_ensures(nodes(g, all, all));
    struct node *c = g;
    while (c != NULL && c->id != id)
        c = c->next;
    return c;
}

struct node *first(struct node *g) {
    sw_set all = sw_any();
    sw_requires(g != NULL && nodes(g, all, all));
    sw_ensures(nodes(g, all, all) && sw_in(sw_result, all));
    return g;
}
