// Recursion: towers of Hanoi moved for real on three stacks, checked after every move.
//@ clean
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define DISCS 5

struct peg {
    char name;
    int n;
    int disc[DISCS];
};

static int moves;

static void move(struct peg *from, struct peg *to) {
    assert(from->n > 0);
    int d = from->disc[--from->n];
    assert(to->n == 0 || to->disc[to->n - 1] > d);
    to->disc[to->n++] = d;
    moves++;
    if (moves <= 4)
        printf("disc %d: %c -> %c\n", d, from->name, to->name);
}

static void hanoi(int n, struct peg *from, struct peg *via, struct peg *to) {
    if (n == 0)
        return;
    hanoi(n - 1, from, to, via);
    move(from, to);
    hanoi(n - 1, via, from, to);
}

int main(void) {
    struct peg pegs[3] = {{.name = 'A'}, {.name = 'B'}, {.name = 'C'}};
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % DISCS);
    for (int d = n; d > 0; d--)
        pegs[0].disc[pegs[0].n++] = d;
    hanoi(n, &pegs[0], &pegs[1], &pegs[2]);
    printf("%d moves, %d %d %d\n", moves, pegs[0].n, pegs[1].n, pegs[2].n);
    return moves == (1 << n) - 1 ? 0 : 1;
}
