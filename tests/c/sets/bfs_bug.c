// A cell leaves the queue while it is still its last one.
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

struct queue {
    struct queue *next;
    struct node *node;
};

static bool refers(struct queue *q, sw_set all) {
    return q == NULL || (sw_in(q->node, all) && refers(q->next, all));
}

void bfs(struct node *g) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_ensures(nodes(g, all, all));
    if (g == NULL)
        return;
    struct queue *first = malloc(sizeof *first), *last = first;
    if (first == NULL)
        return;
    first->next = NULL;
    first->node = g;
    while (first != NULL) {
        struct node *n = first->node;
        struct queue *gone = first;
        first = first->next;
        free(gone);
        if (n->id != 1) {
            n->id = 1;
            for (struct edge *e = n->edges; e != NULL; e = e->next) {
                struct queue *cell = malloc(sizeof *cell);
                if (cell == NULL)
                    break;
                cell->next = NULL;
                cell->node = e->dest;
                last->next = cell; //~ error[use-after-free]
                last = cell;
            }
        }
    }
}
