// A list is made a ring, and the ring a list again.
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

/* Makes a list a ring; an empty one stays empty. */
static void close(struct node *x) {
    if (x == NULL)
        return;
    struct node *last = x;
    while (last->next != NULL)
        last = last->next;
    last->next = x;
}

/* Cuts a ring open behind a cell, and gives the cell that was next. */
static struct node *open(struct node *x) {
    if (x == NULL)
        return NULL;
    struct node *first = x->next;
    x->next = NULL;
    return first;
}

int main(void) {
    struct node *x = create();
    close(x);
    x = open(x);
    delete_all(x);
    return 0;
}
