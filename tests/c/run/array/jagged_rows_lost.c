// Frees the table of row pointers before the rows, and so loses the rows.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct table {
    int rows;
    int **row;
};

static void build(struct table *t, int rows) {
    t->rows = rows;
    t->row = calloc((size_t)rows, sizeof *t->row);
    if (!t->row)
        exit(2);
    for (int i = 0; i < rows; i++) {
        t->row[i] = malloc((size_t)(i + 1) * sizeof **t->row);
        if (!t->row[i])
            exit(2);
        for (int j = 0; j <= i; j++)
            t->row[i][j] = j == 0 || j == i ? 1 : t->row[i - 1][j - 1] + t->row[i - 1][j];
    }
}

static void destroy(struct table *t) {
    free(t->row); //~ error[leak]
    t->row = NULL;
    t->rows = 0;
}

int main(void) {
    struct table t;
    build(&t, 1 + (int)((unsigned)__VERIFIER_nondet_int() % 6));
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j <= i; j++)
            printf("%d%c", t.row[i][j], j == i ? '\n' : ' ');
    destroy(&t);
    printf("%d rows left\n", t.rows);
    return 0;
}
