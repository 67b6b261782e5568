// Error cleanup frees a row that the loop had already given back.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define ROWS 3

static double *read_row(int width) {
    double *row = malloc((size_t)width * sizeof *row);
    if (!row)
        exit(2);
    for (int i = 0; i < width; i++)
        row[i] = __VERIFIER_nondet_int() % 5;
    return row;
}

static double mean(const double *row, int width) {
    double s = 0;
    for (int i = 0; i < width; i++)
        s += row[i];
    return s / width;
}

int main(void) {
    double *rows[ROWS] = {NULL};
    int result = 0;
    for (int i = 0; i < ROWS; i++) {
        rows[i] = read_row(4);
        double m = mean(rows[i], 4);
        printf("row %d mean %.2f\n", i, m);
        if (m < -0.5) {
            puts("negative row");
            free(rows[i]);
            result = 1;
            goto cleanup;
        }
    }
cleanup:
    for (int i = 0; i < ROWS; i++)
        free(rows[i]); //~ error[double-free]
    return result;
}
