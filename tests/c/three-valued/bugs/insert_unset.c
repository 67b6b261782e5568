// The link of the new cell is never set.
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
    struct node *cell = malloc(sizeof *cell);
    if (cell != NULL) {
        cell->data = 1;
        if (x != NULL && x->next == NULL)
            x->next = cell;
        else
            free(cell);
    }
    struct node *p = x;
    while (p != NULL) //~ error[uninitialized]
        p = p->next;
    return x != NULL; //~ error[leak]
}
