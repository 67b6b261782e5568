// To the end and back again.
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

int main(void) {
    struct node *x = create();
    struct node *last = x;
    while (last != NULL && last->next != NULL)
        last = last->next;
    int steps = 0;
    while (last != NULL) {
        last->data = 1;
        last = last->prev;
    }
    delete_all(x);
    return 0;
}
