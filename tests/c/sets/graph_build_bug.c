// The first node is freed, and its edges are followed later.
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

int main(void) {
    struct node *g = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->next = g;
        n->edges = NULL;
        n->id = __VERIFIER_nondet_int();
        g = n;
        if (g->next != NULL && __VERIFIER_nondet_int()) {
            struct edge *e = malloc(sizeof *e);
            if (e != NULL) {
                e->dest = g->next;
                e->next = g->edges;
                g->edges = e;
            }
        }
    }
    struct node *c = g;
    if (g != NULL && g->next != NULL && g->next->next == NULL) {
        struct node *last = g->next;
        g->next = NULL;
        while (last->edges != NULL) {
            struct edge *e = last->edges;
            last->edges = e->next;
            free(e);
        }
        free(last);
    }
    while (c != NULL && c->edges != NULL) { //~ error[use-after-free]
        c->id = 1;
        c = c->edges->dest;
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
