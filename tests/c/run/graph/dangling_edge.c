// Removing a node frees it while another node still has an edge to it; a later walk goes there.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct station {
    int id;
    struct station *line[2];
};

static struct station *open_station(int id) {
    struct station *s = malloc(sizeof *s);
    if (!s)
        exit(2);
    s->id = id;
    s->line[0] = s->line[1] = NULL;
    return s;
}

static void ride(const struct station *s, unsigned turns, int stops) {
    while (s && stops-- > 0) {
        printf("station %d\n", s->id); //~ error[use-after-free]
        s = s->line[turns & 1];
        turns >>= 1;
    }
}

int main(void) {
    struct station *a = open_station(1), *b = open_station(2), *c = open_station(3);
    a->line[0] = b;
    b->line[0] = c;
    c->line[0] = a;
    a->line[1] = c;
    unsigned turns = (unsigned)__VERIFIER_nondet_int();
    ride(a, turns, 4);
    puts("station 2 closes");
    free(b);
    ride(c, turns, 4);
    free(a);
    free(c);
    return 0;
}
