// Appends to a vector through an old element pointer after realloc has replaced the block.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

struct points {
    struct point *at;
    size_t used, room;
};

static struct point *add(struct points *p, int x, int y) {
    if (p->used == p->room) {
        p->room = p->room ? 2 * p->room : 1;
        struct point *at = realloc(p->at, p->room * sizeof *at);
        if (!at)
            exit(2);
        p->at = at;
    }
    p->at[p->used] = (struct point){x, y};
    return &p->at[p->used++];
}

int main(void) {
    struct points p = {0};
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 3);
    struct point *origin = add(&p, 0, 0);
    for (int i = 1; i <= n; i++)
        add(&p, i, i * i);
    printf("%zu points\n", p.used);
    origin->x = -1; //~ error[use-after-free]
    for (size_t i = 0; i < p.used; i++)
        printf("(%d,%d)", p.at[i].x, p.at[i].y);
    putchar('\n');
    free(p.at);
    return 0;
}
