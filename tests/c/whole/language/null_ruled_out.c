// Attributes rule null pointers out, in all the places where they may stand, and the program keeps to them.
//@ proved
#include <stdlib.h>

__attribute__((nonnull)) static int first(const int *p, int unused) {
    return *p + unused;
}
static int second(int *p, int *q) __attribute__((__nonnull__(2)));
static int second(int *p, int *q) {
    return p == NULL ? *q : *p;
}
[[gnu::nonnull(1)]] static int third(int *p, int *q) {
    int **address = &p;
    return q == NULL ? **address : *q;
}
static int *fourth(int *p) __attribute__((__returns_nonnull__)), (fifth)(int *p) __attribute__((nonnull));
static int *fourth(int *p) {
    static int zero;
    return p == NULL ? &zero : p;
}
static int fifth(int *p) {
    if (p == NULL)
        *(int *)NULL = 1;
    return 0;
}
void *own_copy(void *to, const void *from, size_t n) __attribute__((nonnull(1, 2), cold));

int main(void) {
    int x = 3;
    int (*called)(int *, int *) = second;
    return first(&x, 1) + second(NULL, &x) + called(&x, &x) + third(&x, NULL) + *fourth(NULL) + *fourth(&x) + fifth(&x);
}
