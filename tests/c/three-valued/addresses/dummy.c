// A list is built behind a variable that stands in for a first cell.
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

static struct node *copy(struct node *from) {
    struct node before;
    struct node *last = &before;
    before.next = NULL;
    while (from != NULL) {
        struct node *cell = malloc(sizeof *cell);
        if (cell == NULL)
            break;
        cell->data = from->data;
        cell->next = NULL;
        last->next = cell;
        last = cell;
        from = from->next;
    }
    return before.next;
}

int main(void) {
    struct node *list = create();
    struct node *other = copy(list);
    delete_all(list);
    delete_all(other);
    return 0;
}
