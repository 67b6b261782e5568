// A node is taken from a cell of the stack that is gone.
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

struct stack {
    struct stack *next;
    struct node *node;
};

static bool refers(struct stack *s, sw_set all) {
    return s == NULL || (sw_in(s->node, all) && refers(s->next, all));
}

void dfs(struct node *g) {
    sw_set all = sw_any();
    sw_requires(nodes(g, all, all));
    sw_ensures(nodes(g, all, all));
    struct stack *s = NULL;
    if (g != NULL) {
        s = malloc(sizeof *s);
        if (s == NULL)
            return;
        s->next = NULL;
        s->node = g;
    }
    while (s != NULL) {
        struct stack *top = s;
        s = top->next;
        free(top);
        struct node *n = top->node; //~ error[use-after-free]
        if (n->id == 1)
            continue;
        n->id = 1;
        for (struct edge *e = n->edges; e != NULL; e = e->next) {
            struct stack *cell = malloc(sizeof *cell);
            if (cell == NULL)
                break;
            cell->next = s;
            cell->node = e->dest;
            s = cell;
        }
    }
}
