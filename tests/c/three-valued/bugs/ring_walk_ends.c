// In a ring there is no end to be found.
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
        struct node *next = x->next;
        free(x);
        x = next;
    }
}

int main(void) {
    struct node *x = create();
    if (x != NULL) {
        struct node *last = x;
        while (last->next != NULL)
            last = last->next;
        last->next = x;
        struct node *gone = x->next;
        x->next = gone->next;
        free(gone);
        x->data = 1; //~ error[use-after-free]
        struct node *first = x->next;
        x->next = NULL;
        delete_all(first);
    }
    return 0;
}
