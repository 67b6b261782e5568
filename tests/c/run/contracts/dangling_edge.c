// A node is taken out of a graph while edges still lead to it.
#include <shapewright.h>
#include <stdlib.h>

struct edge {
    struct edge *next;
    struct node *dest;
};

struct node {
    struct node *next;
    struct edge *edges;
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

static struct node *drop_first(struct node *g) {
    sw_set before = sw_any(), after = sw_any();
    sw_requires(g != NULL && nodes(g, before, before));
    sw_ensures(sw_subset(after, before));
    sw_ensures(nodes(sw_result, after, after)); //~ error[contract]
    struct node *rest = g->next;
    while (g->edges != NULL) {
        struct edge *e = g->edges;
        g->edges = e->next;
        free(e);
    }
    free(g);
    return rest;
}

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    struct edge *e = malloc(sizeof *e);
    if (a == NULL || b == NULL || e == NULL)
        return 0;
    *e = (struct edge){NULL, a};
    *b = (struct node){NULL, e};
    *a = (struct node){b, NULL};
    drop_first(a);
    return 0;
}
