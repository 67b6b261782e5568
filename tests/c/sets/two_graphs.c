// Nodes of two graphs are different nodes.
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

int touch(struct node *g, struct node *h, struct node *p, struct node *q) {
    sw_set of_g = sw_any(), of_h = sw_any();
    sw_requires(nodes(g, of_g, of_g) && nodes(h, of_h, of_h));
    sw_requires(sw_in(p, of_g) && sw_in(q, of_h));
    sw_ensures(nodes(g, of_g, of_g) && nodes(h, of_h, of_h));
    (void)g;
    (void)h;
    p->id = 1;
    q->id = 2;
    sw_assert(p->id == 1);
    return 0;
}
