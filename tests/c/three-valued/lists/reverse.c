// The lecture's program: a list is turned round in place.
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

static struct node *reverse(struct node *x) {
    struct node *y = NULL;
    while (x != NULL) {
        struct node *t = y;
        y = x;
        x = x->next;
        y->next = t;
    }
    return y;
}

int main(void) {
    struct node *x = create();
    x = reverse(x);
    delete_all(x);
    return 0;
}
