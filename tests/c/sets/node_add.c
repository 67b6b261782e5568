// Seed 003, "node: add": the graph has one node more.
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

struct node *add_node(struct node *g, int id) {
    sw_set before = sw_any(), after = sw_any();
    sw_requires(nodes(g, before, before));
    sw_ensures(nodes(sw_result, after, after) && sw_with(after, before, sw_result));
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        abort();
    n->next = g;
    n->edges = NULL;
    n->id = id;
    return n;
}
