// Conway's game of life on a torus with two static boards swapped by pointers.
//@ clean
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

enum { H = 6, W = 8 };

typedef char Board[H][W + 1];

static int neighbours(Board b, int y, int x) {
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx)
                n += b[(y + dy + H) % H][(x + dx + W) % W] == '#';
    return n;
}

static int step(Board from, Board to) {
    int alive = 0;
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            int n = neighbours(from, y, x);
            int lives = n == 3 || (n == 2 && from[y][x] == '#');
            to[y][x] = lives ? '#' : '.';
            alive += lives;
        }
        to[y][W] = '\0';
    }
    return alive;
}

int main(void) {
    static Board a, b;
    char(*now)[W + 1] = a, (*then)[W + 1] = b;
    for (int y = 0; y < H; y++) {
        unsigned bits = (unsigned)__VERIFIER_nondet_int();
        for (int x = 0; x < W; x++)
            a[y][x] = bits >> x & 1 ? '#' : '.';
    }
    for (int generation = 1; generation <= 4; generation++) {
        int alive = step(now, then);
        printf("generation %d: %d alive, %s\n", generation, alive,
               memcmp(now, then, sizeof a) == 0 ? "still" : "moving");
        char(*t)[W + 1] = now;
        now = then;
        then = t;
    }
    for (int y = 0; y < H; y++)
        puts(now[y]);
    return 0;
}
