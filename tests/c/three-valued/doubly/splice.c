// One list goes behind another, both ways linked.
//@ args: --domain three-valued
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

static struct node *create(void) {
    struct node *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *cell = malloc(sizeof *cell);
        if (cell == NULL)
            break;
        cell->data = __VERIFIER_nondet_int();
        cell->prev = NULL;
        cell->next = first;
        if (first != NULL)
            first->prev = cell;
        first = cell;
    }
    return first;
}

static void delete_all(struct node *x) {
    while (x != NULL) {
        struct node *next = x->next;
        free(x);
        x = next;
    }
}

static struct node *splice(struct node *p, struct node *q) {
    if (p == NULL)
        return q;
    struct node *last = p;
    while (last->next != NULL)
        last = last->next;
    last->next = q;
    if (q != NULL)
        q->prev = last;
    return p;
}

int main(void) {
    struct node *x = create();
    struct node *y = create();
    x = splice(x, y);
    for (struct node *p = x; p != NULL; p = p->next)
        if (p->prev != NULL)
            p->prev->data = 0;
    delete_all(x);
    return 0;
}
