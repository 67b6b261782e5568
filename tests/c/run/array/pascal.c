// Nested loops: Pascal's triangle in one triangular block, rows found by arithmetic.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static unsigned *cell(unsigned *triangle, int row, int col) {
    return triangle + row * (row + 1) / 2 + col;
}

int main(void) {
    int rows = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 9);
    unsigned modulus = 2 + (unsigned)__VERIFIER_nondet_int() % 9;
    unsigned *t = malloc((size_t)(rows * (rows + 1) / 2) * sizeof *t);
    if (!t)
        return 2;
    for (int r = 0; r < rows; r++) {
        *cell(t, r, 0) = *cell(t, r, r) = 1;
        for (int c = 1; c < r; c++)
            *cell(t, r, c) = (*cell(t, r - 1, c - 1) + *cell(t, r - 1, c)) % modulus;
    }
    unsigned zeros = 0;
    for (int r = 0; r < rows; r++) {
        printf("%*s", rows - r, "");
        for (int c = 0; c <= r; c++) {
            unsigned v = *cell(t, r, c);
            zeros += v == 0;
            putchar(v ? (int)('0' + v) : '.');
            putchar(c == r ? '\n' : ' ');
        }
    }
    printf("modulo %u: %u zeros\n", modulus, zeros);
    free(t);
    return 0;
}
