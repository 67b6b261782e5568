// A cell is put at the end of a list through the address of the last link.
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

static int append(struct node **list, int data) {
    struct node **end = list;
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return 0;
    cell->data = data;
    cell->next = NULL;
    while (*end != NULL)
        end = &(*end)->next;
    *end = cell;
    return 1;
}

int main(void) {
    struct node *list = create();
    append(&list, 1);
    append(&list, 2);
    delete_all(list);
    return 0;
}
