// The room is tested too late.
//@ args: --domain checkers
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct vec { int *data; int len, cap; };
static int push(struct vec *v, int x) {
    if (v->len > v->cap) {
        int cap = v->cap ? 2 * v->cap : 4;
        if (cap > 1000000) return 0;
        int *d = realloc(v->data, cap * sizeof *d);
        if (!d) return 0;
        v->data = d;
        v->cap = cap;
    }
    v->data[v->len++] = x; //~ error[null-deref]
    return 1;
}
int main(void) {
    struct vec v = {0};
    int x;
    while ((x = __VERIFIER_nondet_int()) != 0)
        if (!push(&v, x)) break;
    int s = 0;
    for (int i = 0; i < v.len; i++) s ^= v.data[i];
    free(v.data);
    return s == 0;
}
