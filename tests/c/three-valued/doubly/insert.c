// A cell goes in behind another.
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

static void insert_behind(struct node *at, int data) {
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return;
    cell->data = data;
    cell->prev = at;
    cell->next = at->next;
    if (at->next != NULL)
        at->next->prev = cell;
    at->next = cell;
}

int main(void) {
    struct node *x = create();
    struct node *at = x;
    while (at != NULL && __VERIFIER_nondet_int())
        at = at->next;
    if (at != NULL)
        insert_behind(at, 3);
    for (struct node *p = x; p != NULL; p = p->next)
        if (p->prev != NULL)
            p->prev->data = 0;
    delete_all(x);
    return 0;
}
