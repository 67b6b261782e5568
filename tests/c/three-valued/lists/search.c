// Looks for a value.
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

static struct node *search(struct node *x, int key) {
    while (x != NULL && x->data != key)
        x = x->next;
    return x;
}

int main(void) {
    struct node *x = create();
    struct node *found = search(x, __VERIFIER_nondet_int());
    if (found != NULL)
        found->data = 0;
    delete_all(x);
    return 0;
}
