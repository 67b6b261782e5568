// Rotates an array three ways (by one, by reversal, by cycles) and checks that they agree.
//@ clean
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static void by_one(int *a, size_t n, size_t k) {
    while (k--) {
        int first = a[0];
        memmove(a, a + 1, (n - 1) * sizeof *a);
        a[n - 1] = first;
    }
}

static void flip(int *from, int *to) {
    for (; from < to; from++) {
        int t = *from;
        *from = *--to;
        *to = t;
    }
}

static void by_flips(int *a, size_t n, size_t k) {
    flip(a, a + k), flip(a + k, a + n), flip(a, a + n);
}

static void by_cycles(int *a, size_t n, size_t k) {
    for (size_t moved = 0, start = 0; moved < n; start++) {
        int kept = a[start];
        size_t at = start, next;
        for (; (next = (at + k) % n) != start; at = next, moved++)
            a[at] = a[next];
        a[at] = kept;
        moved++;
    }
}

int main(void) {
    void (*const ways[])(int *, size_t, size_t) = {by_one, by_flips, by_cycles};
    int original[10], copy[3][10];
    size_t n = 1 + (unsigned)__VERIFIER_nondet_int() % 10, k = (unsigned)__VERIFIER_nondet_int() % n;
    for (size_t i = 0; i < n; i++)
        original[i] = __VERIFIER_nondet_int() % 100;
    for (int w = 0; w < 3; w++) {
        memcpy(copy[w], original, n * sizeof *original);
        ways[w](copy[w], n, k);
        assert(memcmp(copy[0], copy[w], n * sizeof(int)) == 0);
    }
    for (size_t i = 0; i < n; i++)
        printf("%d>%d ", original[i], copy[2][i]);
    printf("by %zu\n", k);
    return 0;
}
