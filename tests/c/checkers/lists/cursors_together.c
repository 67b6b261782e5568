// Four cursors on one list in an order that is not known, all used afterwards; compared with many runs.
//@ args: --domain checkers --malloc-never-fails --self-check=200
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

extern int __VERIFIER_nondet_int(void);

static struct node *push(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        abort();
    n->data = 0;
    n->next = l;
    return n;
}

static void walk(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l));
    struct node *a = l, *b = l, *c = l, *d = l;
    while (__VERIFIER_nondet_int() % 8 != 0) {
        if (a != NULL && __VERIFIER_nondet_int() % 4 == 0)
            a = a->next;
        if (b != NULL && __VERIFIER_nondet_int() % 4 == 0)
            b = b->next;
        if (c != NULL && __VERIFIER_nondet_int() % 4 == 0)
            c = c->next;
        if (d != NULL && __VERIFIER_nondet_int() % 4 == 0)
            d = d->next;
    }
    if (a != NULL && b != NULL && c != NULL) {
        a->data = 1;
        b->data = 2;
        c->data = 3;
        a->data = b->data + c->data;
    }
    if (d != NULL)
        d->data = 4;
}

static void destroy(struct node *l) {
    sw_requires(list(l));
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void) {
    struct node *l = NULL;
    for (int i = 0; i < 5; i++)
        l = push(l);
    walk(l);
    destroy(l);
    return 0;
}
