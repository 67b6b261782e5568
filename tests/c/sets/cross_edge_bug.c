// An edge is made to lead into another graph.
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

void cross(struct node *g, struct node *h) {
    sw_set of_g = sw_any(), of_h = sw_any();
    sw_requires(g != NULL && h != NULL && nodes(g, of_g, of_g) && nodes(h, of_h, of_h));
    sw_ensures(nodes(g, of_g, of_g) && nodes(h, of_h, of_h)); //~ error[contract]
    if (g->edges != NULL)
        g->edges->dest = h;
}
