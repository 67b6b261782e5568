// A double-ended queue in a circular array that doubles its capacity with realloc.
//@ clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

typedef struct {
    int *buf;
    size_t cap, first, len;
} Deque;

static void reserve(Deque *d) {
    if (d->len < d->cap)
        return;
    size_t cap = d->cap ? 2 * d->cap : 2;
    int *bigger = realloc(d->buf, cap * sizeof *bigger);
    if (!bigger) {
        free(d->buf);
        exit(2);
    }
    /* What had wrapped around to the start moves behind the old end. */
    if (d->first > 0)
        memcpy(bigger + d->cap, bigger, d->first * sizeof *bigger);
    d->buf = bigger;
    d->cap = cap;
}

static void push_back(Deque *d, int v) {
    reserve(d);
    d->buf[(d->first + d->len++) % d->cap] = v;
}

static void push_front(Deque *d, int v) {
    reserve(d);
    d->first = (d->first + d->cap - 1) % d->cap;
    d->buf[d->first] = v;
    d->len++;
}

static int pop_front(Deque *d) {
    int v = d->buf[d->first];
    d->first = (d->first + 1) % d->cap;
    d->len--;
    return v;
}

int main(void) {
    Deque d = {0};
    for (int i = 0; i < 10; i++) {
        int x = __VERIFIER_nondet_int();
        if (x % 3 == 0 && d.len > 0)
            printf("pop %d\n", pop_front(&d));
        else if (x < 0)
            push_front(&d, -i);
        else
            push_back(&d, i);
    }
    printf("%zu of %zu:", d.len, d.cap);
    while (d.len)
        printf(" %d", pop_front(&d));
    putchar('\n');
    free(d.buf);
    return 0;
}
