// A cube built of pointers to pointers to rows, allocated and freed level by level.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *need(size_t n, size_t size) {
    void *p = calloc(n, size);
    if (!p)
        abort();
    return p;
}

static int ***new_cube(int n) {
    int ***cube = need((size_t)n, sizeof *cube);
    for (int i = 0; i < n; i++) {
        cube[i] = need((size_t)n, sizeof **cube);
        for (int j = 0; j < n; j++)
            cube[i][j] = need((size_t)n, sizeof ***cube);
    }
    return cube;
}

static void free_cube(int ****cube, int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            free((*cube)[i][j]);
        free((*cube)[i]);
    }
    free(*cube);
    *cube = NULL;
}

int main(void) {
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 4);
    int ***cube = new_cube(n);
    for (int k = 0; k < 8; k++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        ++*(*(*(cube + x % (unsigned)n) + x / 8 % (unsigned)n) + x / 64 % (unsigned)n);
    }
    int total = 0;
    for (int i = 0; i < n; i++) {
        int plane = 0;
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                plane += cube[i][j][k];
        printf("plane %d: %d\n", i, plane);
        total += plane;
    }
    free_cube(&cube, n);
    printf("total %d, %s\n", total, cube ? "kept" : "freed");
    return total == 8 ? 0 : 1;
}
