// The first list is overwritten before it was kept.
//@ args: --domain three-valued
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
        struct node *next = x->next; //~ error[use-after-free]
        free(x);
        x = next;
    }
}

static void exchange(struct node **a, struct node **b) {
    *a = *b; //~ error[leak]
    *b = *a;
}

int main(void) {
    struct node *one = create(), *other = create();
    exchange(&one, &other);
    delete_all(one);
    delete_all(other);
    return 0;
}
