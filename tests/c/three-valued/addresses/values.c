// Cells are copied to a variable and back.
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

int main(void) {
    struct node *list = create();
    struct node held;
    if (list != NULL && list->next != NULL) {
        struct node *second = list->next;
        held = *list;
        held.data = held.data / 2;
        held.next = second->next;
        free(second);
        *list = held;
    }
    delete_all(list);
    return 0;
}
