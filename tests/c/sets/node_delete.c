// A node is deleted after all edges that lead to it.
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

static void drop_edges_to(struct node *g, struct node *x) {
    sw_set all = sw_any(), others = sw_any(), here = sw_any();
    sw_requires(nodes(g, all, here) && sw_with(all, others, x));
    sw_ensures(nodes(g, others, here));
    while (g != NULL) {
        struct edge *kept = NULL;
        while (g->edges != NULL) {
            struct edge *e = g->edges;
            g->edges = e->next;
            if (e->dest == x) {
                free(e);
            } else {
                e->next = kept;
                kept = e;
            }
        }
        g->edges = kept;
        g = g->next;
    }
}

struct node *drop_first(struct node *g) {
    sw_set all = sw_any(), others = sw_any();
    sw_requires(g != NULL && nodes(g, all, all) && sw_with(all, others, g));
    sw_ensures(nodes(sw_result, others, others));
    drop_edges_to(g, g);
    struct node *rest = g->next;
    while (g->edges != NULL) {
        struct edge *e = g->edges;
        g->edges = e->next;
        free(e);
    }
    free(g);
    return rest;
}
