// Error handling by codes passed up through layers, with partial results released on the way.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum error { OK, E_RANGE, E_ORDER, E_MEMORY };

#define TRY(call)                 \
    do {                          \
        enum error e_ = (call);   \
        if (e_ != OK)             \
            return e_;            \
    } while (0)

struct series {
    int count;
    int *points;
};

static enum error read_point(int *out) {
    int x = __VERIFIER_nondet_int();
    if (x % 11 == 0)
        return E_RANGE;
    *out = x % 100 < 0 ? -(x % 100) : x % 100;
    return OK;
}

static enum error read_points(struct series *s) {
    int last = 0;
    for (int i = 0; i < s->count; i++) {
        int x;
        TRY(read_point(&x));
        if (x + 40 < last)
            return E_ORDER;
        s->points[i] = last = x;
    }
    return OK;
}

static enum error new_series(int count, struct series **out) {
    struct series *s = malloc(sizeof *s);
    if (!s)
        return E_MEMORY;
    s->count = count;
    s->points = malloc((size_t)count * sizeof *s->points);
    enum error e = s->points ? read_points(s) : E_MEMORY;
    if (e != OK) {
        free(s->points);
        free(s);
        return e;
    }
    *out = s;
    return OK;
}

int main(void) {
    static const char *const text[] = {"ok", "out of range", "out of order", "out of memory"};
    int failed = 0;
    for (int n = 1; n <= 4; n++) {
        struct series *s = NULL;
        enum error e = new_series(n, &s);
        printf("%d: %s", n, text[e]);
        for (int i = 0; s && i < s->count; i++)
            printf(" %d", s->points[i]);
        putchar('\n');
        failed += e != OK;
        if (s) {
            free(s->points);
            free(s);
        }
    }
    return failed;
}
