// Breadth-first search over adjacency lists; prints distances from node 0.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define NODES 7

struct edge {
    int to;
    struct edge *next;
};

static struct edge *adjacent[NODES];

static void connect(int a, int b) {
    struct edge *e = malloc(sizeof *e);
    if (!e)
        exit(2);
    e->to = b;
    e->next = adjacent[a];
    adjacent[a] = e;
}

static void bfs(int start, int distance[]) {
    int queue[NODES], head = 0, tail = 0;
    for (int i = 0; i < NODES; i++)
        distance[i] = -1;
    distance[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        int at = queue[head++];
        for (const struct edge *e = adjacent[at]; e; e = e->next)
            if (distance[e->to] < 0) {
                distance[e->to] = distance[at] + 1;
                queue[tail++] = e->to;
            }
    }
}

int main(void) {
    for (int i = 0; i < 9; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        int a = (int)(x % NODES), b = (int)(x / NODES % NODES);
        connect(a, b);
        connect(b, a);
    }
    int distance[NODES], reached = 0;
    bfs(0, distance);
    for (int i = 0; i < NODES; i++) {
        printf("%d:%d ", i, distance[i]);
        reached += distance[i] >= 0;
        while (adjacent[i]) {
            struct edge *e = adjacent[i];
            adjacent[i] = e->next;
            free(e);
        }
    }
    printf("reached %d\n", reached);
    return reached == NODES ? 0 : 1;
}
