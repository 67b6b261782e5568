// Two lists are exchanged through the addresses of their variables.
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

static void exchange(struct node **a, struct node **b) {
    struct node *held = *a;
    *a = *b;
    *b = held;
}

int main(void) {
    struct node *one = create(), *other = create();
    exchange(&one, &other);
    delete_all(one);
    delete_all(other);
    return 0;
}
