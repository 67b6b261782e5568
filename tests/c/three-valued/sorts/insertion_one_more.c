// A sort that gives back a cell it was not given, and nothing sorted if there is no memory.
//@ args: --domain three-valued --predicates sort.predicates
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

static struct node *sort(struct node *x) {
    struct node *sorted = malloc(sizeof *sorted);
    if (sorted == NULL)
        return x; //~ error[assert-fail]
    sorted->data = 0;
    sorted->next = NULL;
    while (x != NULL) {
        struct node *cell = x;
        x = x->next;
        struct node *before = NULL;
        struct node *at = sorted;
        while (at != NULL && at->data < cell->data) {
            before = at;
            at = at->next;
        }
        cell->next = at;
        if (before == NULL)
            sorted = cell;
        else
            before->next = cell;
    }
    return sorted; //~ error[assert-fail]
}

int main(void) {
    struct node *x = sort(create());
    delete_all(x);
    return 0;
}
