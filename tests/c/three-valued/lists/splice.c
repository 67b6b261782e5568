// Two lists are put into each other, cell by cell.
//@ args: --domain three-valued
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *create(void) {
    struct node *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *cell = malloc(sizeof *cell);
        if (cell == NULL)
            break;
        cell->data = __VERIFIER_nondet_int();
        cell->next = first;
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
    struct node *y = create();
    struct node *first = y;
    while (x != NULL && y != NULL) {
        struct node *t = x;
        x = t->next;
        t->next = y->next;
        y->next = t;
        y = t->next;
    }
    delete_all(x);
    delete_all(first);
    return 0;
}
