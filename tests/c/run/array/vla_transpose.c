// Variable-length arrays as parameters and locals: transposes a matrix of any shape.
//@ clean
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static void transpose(int rows, int cols, int in[rows][cols], int out[cols][rows]) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            out[j][i] = in[i][j];
}

static void print(int rows, int cols, int (*m)[cols]) {
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++)
            printf("%3d", m[i][j]);
        putchar('\n');
    }
}

int main(void) {
    int rows = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 4);
    int cols = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 4);
    int m[rows][cols], t[cols][rows];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] = (int)((unsigned)__VERIFIER_nondet_int() % 100);
    transpose(rows, cols, m, t);
    print(rows, cols, m);
    puts("--");
    print(cols, rows, t);
    printf("%zu bytes, row of %zu\n", sizeof m, sizeof t[0]);
    return sizeof m == sizeof t ? 0 : 1;
}
