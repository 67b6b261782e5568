// Two lists share a tail; clearing both frees the shared cells twice.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct step {
    int cost;
    struct step *rest;
};

static struct step *step(int cost, struct step *rest) {
    struct step *s = malloc(sizeof *s);
    if (!s)
        exit(2);
    s->cost = cost;
    s->rest = rest;
    return s;
}

static int total(const struct step *s) { return s ? s->cost + total(s->rest) : 0; }

static int collect(struct step *s, struct step **all, int n) {
    for (; s; s = s->rest)
        all[n++] = s;
    return n;
}

int main(void) {
    struct step *all[8];
    struct step *common = step(5, NULL);
    struct step *by_road = step(1, step(4, common));
    struct step *by_rail = step(2, step(3, NULL));
    if (__VERIFIER_nondet_int() % 2 == 0) {
        by_rail->rest->rest = common;
        puts("rail joins road");
    }
    printf("road %d, rail %d\n", total(by_road), total(by_rail));

    int n = collect(by_road, all, 0);
    n = collect(by_rail, all, n);
    printf("%d steps\n", n);
    while (n > 0)
        free(all[--n]); //~ error[double-free]
    return 0;
}
