// Reverses a list in place and checks that reversing twice gives the first order back.
//@ clean
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct cell {
    struct cell *tail;
    short head;
} cell;

static cell *cons(short head, cell *tail) {
    cell *c = malloc(sizeof(cell));
    if (!c)
        abort();
    *c = (cell){.head = head, .tail = tail};
    return c;
}

static cell *reverse(cell *l) {
    cell *done = NULL;
    while (l) {
        cell *rest = l->tail;
        l->tail = done;
        done = l;
        l = rest;
    }
    return done;
}

static void show(const char *what, const cell *l) {
    printf("%s:", what);
    while (l) {
        printf(" %hd", l->head);
        l = l->tail;
    }
    putchar('\n');
}

int main(void) {
    short kept[8];
    int n = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 8);
    cell *l = NULL;
    for (int i = 0; i < n; i++) {
        kept[i] = (short)(__VERIFIER_nondet_int() % 100);
        l = cons(kept[i], l);
    }
    show("pushed", l);
    l = reverse(l);
    show("reversed", l);
    int i = 0;
    for (cell *c = l; c; c = c->tail)
        assert(c->head == kept[i++]);
    assert(i == n);
    while (l) {
        cell *dead = l;
        l = l->tail;
        free(dead);
    }
    return 0;
}
