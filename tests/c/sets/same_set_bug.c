// What a contract says of sets and the program does not do.
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

struct node *member(struct node *g) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_ensures(nodes(g, all, all) && sw_in(sw_result, all)); //~ error[contract]
    return g;
}

struct node *smaller(struct node *g) {
    sw_set before = sw_any(), after = sw_any();
    sw_requires(g != NULL && nodes(g, before, before));
    sw_ensures(nodes(g, after, after) && sw_with(before, after, g)); //~ error[contract]
    return g;
}

void same(struct node *g, struct node *h) {
    sw_set of_g = sw_any(), of_h = sw_any();
    sw_requires(nodes(g, of_g, of_g) && nodes(h, of_h, of_h));
    sw_ensures(nodes(g, of_g, of_g) && nodes(h, of_h, of_h) && sw_same(of_g, of_h)); //~ error[contract]
    (void)g;
    (void)h;
}
