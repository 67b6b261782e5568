// A sorted array as a set: binary search, memmove to insert and erase, in a growing block.
//@ clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct set {
    long *v;
    size_t n, cap;
};

static size_t lower_bound(const struct set *s, long x) {
    size_t lo = 0, hi = s->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (s->v[mid] < x)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static int insert(struct set *s, long x) {
    size_t at = lower_bound(s, x);
    if (at < s->n && s->v[at] == x)
        return 0;
    if (s->n == s->cap) {
        s->cap += s->cap / 2 + 1;
        long *v = realloc(s->v, s->cap * sizeof *v);
        if (!v)
            exit(2);
        s->v = v;
    }
    memmove(s->v + at + 1, s->v + at, (s->n - at) * sizeof *s->v);
    s->v[at] = x;
    s->n++;
    return 1;
}

static int erase(struct set *s, long x) {
    size_t at = lower_bound(s, x);
    if (at == s->n || s->v[at] != x)
        return 0;
    memmove(&s->v[at], &s->v[at + 1], (--s->n - at) * sizeof(long));
    return 1;
}

int main(void) {
    struct set s = {malloc(sizeof(long)), 0, 1};
    if (!s.v)
        return 2;
    int changes = 0;
    for (int i = 0; i < 12; i++) {
        int x = __VERIFIER_nondet_int() % 7;
        changes += i % 4 == 3 ? erase(&s, x) : insert(&s, x);
    }
    for (size_t i = 0; i < s.n; i++)
        printf("%ld ", s.v[i]);
    printf("(%zu in %zu, %d changes)\n", s.n, s.cap, changes);
    free(s.v);
    return 0;
}
