// Takes rows for columns in a two-dimensional array and indexes a row beyond its end.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define ROWS 5
#define COLS 3

static int grid[ROWS][COLS];

static int column_sum(int col) {
    int s = 0;
    for (int r = 0; r < ROWS; r++)
        s += grid[r][col]; //~ error[out-of-bounds]
    return s;
}

int main(void) {
    for (int i = 0; i < ROWS * COLS; i++)
        grid[i / COLS][i % COLS] = i;
    int wanted = (int)((unsigned)__VERIFIER_nondet_int() % ROWS);
    printf("column %d\n", wanted);
    int sum = column_sum(wanted);
    printf("sum %d\n", sum);
    return sum % 10;
}
