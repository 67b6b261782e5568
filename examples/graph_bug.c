// The first node of a graph is freed, and edges may still lead to it.
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

struct node *drop_first(struct node *g) {
    sw_set before = sw_any(), after = sw_any();
    sw_requires(nodes(g, before, before) && g != NULL);
    sw_ensures(nodes(sw_result, after, after) && sw_with(before, after, g));
    while (g->edges != NULL) {
        struct edge *e = g->edges;
        g->edges = e->next;
        free(e);
    }
    struct node *rest = g->next;
    free(g);
    return rest;
}
