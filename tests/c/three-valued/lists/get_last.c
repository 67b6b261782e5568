// Walks to the last cell.
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

static struct node *get_last(struct node *x) {
    struct node *last = NULL;
    while (x != NULL) {
        last = x;
        x = x->next;
    }
    return last;
}

int main(void) {
    struct node *x = create();
    struct node *last = get_last(x);
    if (last != NULL)
        last->data = 0;
    delete_all(x);
    return 0;
}
