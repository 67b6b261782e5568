// Two nodes are found by their numbers, and an edge is added between them.
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

void connect(struct node *g, int a, int b) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_ensures(nodes(g, all, all));
    struct node *from = g, *to = g;
    while (from != NULL && from->id != a)
        from = from->next;
    while (to != NULL && to->id != b)
        to = to->next;
    if (from == NULL || to == NULL)
        return;
    struct edge *e = malloc(sizeof *e);
    if (e == NULL)
        return;
    e->next = from->edges;
    e->dest = to;
    from->edges = e;
}
