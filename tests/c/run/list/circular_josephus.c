// The Josephus game on a circular list: every k-th player leaves until one is left.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct player {
    int number;
    struct player *next;
};

static struct player *ring(int n) {
    struct player *last = NULL;
    for (int i = 1; i <= n; i++) {
        struct player *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->number = i;
        if (last) {
            p->next = last->next;
            last->next = p;
        } else {
            p->next = p;
        }
        last = p;
    }
    return last;
}

static int play(struct player *before, int k) {
    while (before->next != before) {
        for (int step = 1; step < k; step++)
            before = before->next;
        struct player *out = before->next;
        printf("%d ", out->number);
        before->next = out->next;
        free(out);
    }
    int winner = before->number;
    free(before);
    return winner;
}

int main(void) {
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 10);
    int k = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 5);
    int winner = play(ring(n), k);
    printf("\nn=%d k=%d winner=%d\n", n, k, winner);
    return winner;
}
