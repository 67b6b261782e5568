// The link back of the next cell still leads to the freed one.
//@ args: --domain three-valued
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
    if (x != NULL && x->next != NULL) {
        struct node *second = x->next;
        free(x);
        x = second;
        if (x->prev != NULL)
            x->prev->data = 0; //~ error[use-after-free]
    }
    delete_all(x);
    return 0;
}
