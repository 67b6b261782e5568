// What is left of the second list is forgotten.
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
    struct node *y = create();
    struct node *last = x;
    while (last != NULL && last->next != NULL && y != NULL) {
        struct node *t = y;
        y = y->next;
        t->next = last->next;
        last->next = t;
        last = t->next;
    }
    delete_all(x);
    return 0; //~ error[leak]
}
