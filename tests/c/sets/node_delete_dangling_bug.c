// A node is deleted and the edges that lead to it stay.
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

struct node *drop_first(struct node *g) {
    sw_set all = sw_any(), others = sw_any();
    sw_requires(g != NULL && nodes(g, all, all) && sw_with(all, others, g));
    sw_ensures(nodes(sw_result, others, others)); //~ error[contract]
    struct node *rest = g->next;
    while (g->edges != NULL) {
        struct edge *e = g->edges;
        g->edges = e->next;
        free(e);
    }
    free(g);
    return rest;
}
