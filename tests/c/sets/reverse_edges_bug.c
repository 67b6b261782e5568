// All edges are turned, but they lead to the copies instead of the nodes.
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

struct twin {
    struct twin *next;
    struct node *of;
    struct edge *edges;
};

static bool twins(struct twin *t, sw_set all) {
    return t == NULL || (sw_in(t->of, all) && edges(t->edges, all) && twins(t->next, all));
}

struct twin *turned(struct node *g) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_ensures(nodes(g, all, all) && twins(sw_result, all)); //~ error[contract]
    struct twin *result = NULL;
    for (struct node *n = g; n != NULL; n = n->next) {
        struct twin *t = malloc(sizeof *t);
        if (t == NULL)
            abort();
        t->of = n;
        t->edges = NULL;
        t->next = result;
        result = t;
    }
    for (struct node *n = g; n != NULL; n = n->next) {
        for (struct edge *e = n->edges; e != NULL; e = e->next) {
            struct twin *t = result;
            while (t != NULL && t->of != e->dest)
                t = t->next;
            if (t == NULL)
                continue;
            struct edge *back = malloc(sizeof *back);
            if (back == NULL)
                abort();
            back->dest = (struct node *)t;
            back->next = t->edges;
            t->edges = back;
        }
    }
    return result;
}
