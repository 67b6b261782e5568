// A cell is taken out by its links.
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

static struct node *delete(struct node *x, int key) {
    struct node *at = x;
    while (at != NULL && at->data != key)
        at = at->next;
    if (at == NULL)
        return x;
    if (at->prev != NULL)
        at->prev->next = at->next;
    else
        x = at->next;
    if (at->next != NULL)
        at->next->prev = at->prev;
    free(at);
    return x;
}

int main(void) {
    struct node *x = create();
    x = delete(x, 7);
    for (struct node *p = x; p != NULL; p = p->next)
        if (p->prev != NULL)
            p->prev->data = 0;
    delete_all(x);
    return 0;
}
