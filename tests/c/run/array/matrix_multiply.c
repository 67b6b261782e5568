// Multiplies fixed-size matrices passed as two-dimensional arrays, and raises one to a power.
//@ clean
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define N 3
#define MODULUS 1000003L

typedef long Matrix[N][N];

static void multiply(Matrix out, Matrix a, Matrix b) {
    Matrix r = {{0}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                r[i][j] = (r[i][j] + a[i][k] * b[k][j]) % MODULUS;
    memcpy(out, r, sizeof(Matrix));
}

static void power(Matrix m, unsigned n, Matrix out) {
    Matrix square;
    memcpy(square, m, sizeof square);
    memset(out, 0, sizeof(Matrix));
    for (int i = 0; i < N; i++)
        out[i][i] = 1;
    for (; n; n >>= 1) {
        if (n & 1)
            multiply(out, out, square);
        multiply(square, square, square);
    }
}

int main(void) {
    Matrix m, p;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = (long)((unsigned)__VERIFIER_nondet_int() % 10);
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 50;
    power(m, n, p);
    long trace = 0;
    for (int i = 0; i < N; i++) {
        for (long *cell = p[i]; cell < p[i] + N; cell++)
            printf("%7ld", *cell);
        putchar('\n');
        trace += p[i][i];
    }
    printf("power %u, trace %ld\n", n, trace);
    return 0;
}
