// A pointer that no set places somewhere is not known to lead anywhere.
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

int look(struct node *g, struct node *p) {
    sw_set all = sw_any(), some = sw_any();
    sw_requires(nodes(g, all, all));
    sw_requires(p != NULL && sw_in(p, some));
    sw_ensures(nodes(g, all, all));
    (void)g;
    return p->id; //~ error[use-after-free] //~ error[out-of-bounds] //~ error[uninitialized]
}
