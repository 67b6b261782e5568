// The first two cells change places.
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

static struct node *swap(struct node *x) {
    if (x == NULL || x->next == NULL)
        return x;
    struct node *second = x->next;
    x->next = second->next;
    second->next = x;
    return second;
}

int main(void) {
    struct node *x = create();
    x = swap(x);
    delete_all(x);
    return 0;
}
