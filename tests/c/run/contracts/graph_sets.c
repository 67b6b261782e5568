// A graph as adjacency lists: every edge leads to a node of the graph, whichever these are.
//@ clean
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

static bool graph(struct node *n) {
    sw_set all = sw_any();
    return nodes(n, all, all);
}

static struct node *add_node(struct node *g, int id) {
    sw_set before = sw_any();
    sw_set after = sw_any();
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

static void add_edge(struct node *g, struct node *from, struct node *to) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_requires(sw_in(from, all) && sw_in(to, all));
    sw_ensures(nodes(g, all, all));
    (void)g;
    struct edge *e = malloc(sizeof *e);
    if (e == NULL)
        return;
    e->next = from->edges;
    e->dest = to;
    from->edges = e;
}

static struct node *pick(struct node *g) {
    sw_set all = sw_any();
    sw_requires(g != NULL && nodes(g, all, all));
    sw_ensures(sw_in(sw_result, all) && nodes(g, all, all));
    while (g->next != NULL && (__VERIFIER_nondet_int() & 1))
        g = g->next;
    return g;
}

int main(void) {
    struct node *g = NULL;
    for (int i = 0; i < 4; i++) {
        g = add_node(g, i);
        add_edge(g, pick(g), pick(g));
        sw_assert(graph(g));
    }
    while (g != NULL) {
        struct node *next = g->next;
        while (g->edges != NULL) {
            struct edge *e = g->edges;
            g->edges = e->next;
            free(e);
        }
        free(g);
        g = next;
    }
    return 0;
}
