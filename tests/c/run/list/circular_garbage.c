// A ring of timers is dropped by clearing its only outside pointer: the cycle is garbage.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct timer {
    unsigned due;
    struct timer *next;
};

struct wheel {
    struct timer *current;
    unsigned count;
};

static void add(struct wheel *w, unsigned due) {
    struct timer *t = malloc(sizeof *t);
    if (!t)
        exit(2);
    t->due = due;
    if (w->current) {
        t->next = w->current->next;
        w->current->next = t;
    } else {
        t->next = t;
        w->current = t;
    }
    w->count++;
}

static void reset(struct wheel *w) {
    w->count = 0;
    w->current = NULL; //~ error[leak]
}

static unsigned turn(struct wheel *w) {
    unsigned total = 0;
    for (unsigned i = 0; i < w->count; i++) {
        total += w->current->due;
        w->current = w->current->next;
    }
    return total;
}

int main(void) {
    struct wheel *w = calloc(1, sizeof *w);
    if (!w)
        return 2;
    unsigned n = 1 + (unsigned)__VERIFIER_nondet_int() % 5;
    for (unsigned i = 0; i < n; i++)
        add(w, i * i);
    printf("%u timers, total %u\n", w->count, turn(w));
    reset(w);
    printf("%u timers\n", w->count);
    free(w);
    return 0;
}
