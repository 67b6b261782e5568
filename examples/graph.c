// A graph: a list of nodes, each with a list of edges to any nodes of the same graph.
#include <shapewright.h>
#include <stdlib.h>

struct edge {
    struct edge *next;
    struct node *dest;
};

struct node {
    struct node *next;
    struct edge *edges;
    int id;
};

bool edges(struct edge *e, sw_set all) {
    return e == NULL || (sw_in(e->dest, all) && edges(e->next, all));
}

bool nodes(struct node *n, sw_set all, sw_set here) {
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

void add_edge(struct node *g, struct node *from, struct node *to) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all) && sw_in(from, all) && sw_in(to, all));
    sw_ensures(nodes(g, all, all));
    struct edge *e = malloc(sizeof *e);
    if (e == NULL)
        abort();
    e->next = from->edges;
    e->dest = to;
    from->edges = e;
}

// From node to node along first edges; each that is met is marked.
void follow(struct node *g, int steps) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_ensures(nodes(g, all, all));
    struct node *at = g;
    while (at != NULL && steps-- > 0) {
        at->id = -1;
        at = at->edges == NULL ? NULL : at->edges->dest;
    }
}
