// Depth-first search for a cycle by colours, in a graph of nodes with pointer arrays.
//@ clean
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum colour { WHITE, GREY, BLACK };

struct vertex {
    int id;
    enum colour colour;
    unsigned degree;
    struct vertex *out[3];
};

static bool cyclic(struct vertex *v) {
    v->colour = GREY;
    for (unsigned i = 0; i < v->degree; i++) {
        struct vertex *w = v->out[i];
        if (w->colour == GREY || (w->colour == WHITE && cyclic(w))) {
            printf("%d<-", w->id);
            return true;
        }
    }
    v->colour = BLACK;
    return false;
}

int main(void) {
    enum { N = 6 };
    struct vertex *vs[N];
    for (int i = 0; i < N; i++) {
        vs[i] = calloc(1, sizeof **vs);
        if (!vs[i])
            return 2;
        vs[i]->id = i;
    }
    for (int i = 0; i < N; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        vs[i]->degree = x % 3;
        for (unsigned k = 0; k < vs[i]->degree; k++)
            vs[i]->out[k] = vs[(x >> (4 * k + 2)) % N];
    }
    bool found = false;
    for (int i = 0; i < N && !found; i++)
        if (vs[i]->colour == WHITE)
            found = cyclic(vs[i]);
    puts(found ? "cycle" : "acyclic");
    for (int i = 0; i < N; i++)
        free(vs[i]);
    return found;
}
