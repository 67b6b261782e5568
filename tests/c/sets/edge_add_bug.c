// The node that the new edge leads to need not be in the graph.
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

void add_edge(struct node *g, struct node *from, struct node *to) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_requires(sw_in(from, all));
    sw_ensures(nodes(g, all, all)); //~ error[contract]
    (void)g;
    struct edge *e = malloc(sizeof *e);
    if (e == NULL)
        return;
    e->next = from->edges;
    e->dest = to;
    from->edges = e;
}
