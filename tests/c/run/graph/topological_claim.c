// Topological order by in-degrees, asserting that every node gets a place: false when there is a cycle.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 4

static unsigned char before[N][N];

static int order(int out[N]) {
    int indegree[N] = {0}, n = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            indegree[j] += before[i][j];
    for (int round = 0; round < N; round++) {
        for (int j = 0; j < N; j++) {
            if (indegree[j] != 0)
                continue;
            indegree[j] = -1;
            out[n++] = j;
            for (int k = 0; k < N; k++)
                indegree[k] -= before[j][k];
        }
    }
    return n;
}

int main(void) {
    for (int e = 0; e < 3; e++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        unsigned a = x % N, b = (a + 1 + x / N % (N - 1)) % N;
        printf("%u before %u\n", a, b);
        before[a][b] = 1;
    }
    int out[N];
    int n = order(out);
    for (int i = 0; i < n; i++)
        printf("%d ", out[i]);
    puts(";");
    assert(n == N); //~ error[assert-fail]
    return 0;
}
