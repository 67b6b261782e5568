// What is returned is dropped, and with it the new cell.
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

struct list {
    struct node *first;
    unsigned length;
};

static struct list push(struct list list, int data) {
    struct node *cell = malloc(sizeof *cell);
    if (cell != NULL) {
        cell->data = data;
        cell->next = list.first;
        list.first = cell;
        list.length++;
    }
    return list;
}

static struct list empty(void) {
    struct list list = {NULL, 0};
    return list;
}

int main(void) {
    struct list list = empty();
    while (__VERIFIER_nondet_int())
        push(list, 1); //~ error[leak]
    delete_all(list.first);
    return 0;
}
