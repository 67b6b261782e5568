// calloc'd sparse table: counts pairs, relies on zeros and null pointers from calloc.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct row {
    unsigned used;
    unsigned cell[4];
};

struct sheet {
    struct row *row[4];
    unsigned rows;
};

static unsigned *cell(struct sheet *s, unsigned r, unsigned c) {
    struct row **slot = &s->row[r % 4];
    if (!*slot) {
        *slot = calloc(1, sizeof **slot);
        if (!*slot)
            exit(2);
        s->rows++;
    }
    unsigned *p = &(*slot)->cell[c % 4];
    if (*p == 0)
        (*slot)->used++;
    return p;
}

int main(void) {
    struct sheet *s = calloc(1, sizeof *s);
    if (!s)
        return 2;
    for (int i = 0; i < 7; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        *cell(s, x, x >> 2) += 1 + x % 9;
    }
    for (int r = 0; r < 4; r++) {
        if (!s->row[r]) {
            puts("-");
            continue;
        }
        for (int c = 0; c < 4; c++)
            printf("%3u", s->row[r]->cell[c]);
        printf("  (%u used)\n", s->row[r]->used);
    }
    unsigned rows = s->rows;
    for (int r = 0; r < 4; r++)
        free(s->row[r]);
    free(s);
    return (int)rows;
}
