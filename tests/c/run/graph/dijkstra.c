// Shortest paths over an adjacency matrix, with the paths printed from the predecessor array.
//@ clean
#include <limits.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 5

static void path(const int *from, int to) {
    if (from[to] >= 0) {
        path(from, from[to]);
        printf("-%d", to);
    } else {
        printf("%d", to);
    }
}

static void dijkstra(int cost[N][N], int *distance, int *from) {
    unsigned done = 0;
    for (int i = 0; i < N; i++)
        distance[i] = i ? INT_MAX : 0, from[i] = -1;
    for (;;) {
        int at = -1;
        for (int i = 0; i < N; i++)
            if (!(done >> i & 1) && distance[i] != INT_MAX && (at < 0 || distance[i] < distance[at]))
                at = i;
        if (at < 0)
            break;
        done |= 1u << at;
        for (int to = 0; to < N; to++) {
            if (cost[at][to] && distance[at] + cost[at][to] < distance[to]) {
                distance[to] = distance[at] + cost[at][to];
                from[to] = at;
            }
        }
    }
}

int main(void) {
    int cost[N][N] = {{0}}, distance[N], from[N];
    for (int e = 0; e < 8; e++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        cost[x % N][x / 7 % N] = (int)(1 + x / 64 % 20);
    }
    dijkstra(cost, distance, from);
    for (int i = 0; i < N; i++) {
        if (distance[i] == INT_MAX) {
            printf("%d unreachable\n", i);
            continue;
        }
        path(from, i);
        printf(" costs %d\n", distance[i]);
    }
    return 0;
}
