// A list whose cells own lists of another type, all of them freed.
//@ clean
//@ unknown: the link is set to a pointer of which nothing is known
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

struct group {
    struct node *members;
    struct group *next;
};

int main(void) {
    struct group *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct group *g = malloc(sizeof *g);
        if (g == NULL)
            abort();
        g->members = NULL;
        g->next = all;
        all = g;
        while (__VERIFIER_nondet_int()) {
            struct node *m = malloc(sizeof *m);
            if (m == NULL)
                abort();
            m->data = 0;
            m->next = g->members;
            g->members = m; //~ safe[leak]
        }
    }
    while (all != NULL) {
        struct group *g = all;
        all = g->next;
        while (g->members != NULL) {
            struct node *m = g->members;
            g->members = m->next;
            free(m); //~ FP[double-free]
        }
        free(g); //~ safe[leak]
    }
    return 0; //~ safe[leak]
}
