// Only neighbours of the start get a distance; the loop that looks for the nearest reads them all.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define NODES 4

struct map {
    int near[NODES];
    unsigned linked;
};

static void measure(struct map *m, unsigned links) {
    m->linked = links;
    for (int i = 0; i < NODES; i++)
        if (links >> i & 1)
            m->near[i] = 10 * (NODES - i);
}

static int nearest(const struct map *m) {
    int best = 1000, at = -1;
    for (int i = 0; i < NODES; i++) {
        if (m->near[i] < best) { //~ error[uninitialized]
            best = m->near[i];
            at = i;
        }
    }
    return at;
}

int main(void) {
    struct map *m = malloc(sizeof *m);
    if (!m)
        return 2;
    int x = __VERIFIER_nondet_int();
    unsigned links = x % 2 ? 0xfu : (unsigned)x % 16;
    measure(m, links);
    printf("links %x\n", m->linked);
    if (nearest(m) < 0)
        puts("none");
    else
        puts("some");
    free(m);
    return 0;
}
