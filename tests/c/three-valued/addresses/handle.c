// A list and its length in a struct that functions are given the address of.
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

struct list {
    struct node *first;
    unsigned length;
};

static void push(struct list *list, int data) {
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return;
    cell->data = data;
    cell->next = list->first;
    list->first = cell;
    list->length++;
}

static int pop(struct list *list) {
    struct node *cell = list->first;
    int data = 0;
    if (cell != NULL) {
        data = cell->data;
        list->first = cell->next;
        list->length--;
        free(cell);
    }
    return data;
}

int main(void) {
    struct list list = {NULL, 0};
    while (__VERIFIER_nondet_int())
        push(&list, 1);
    pop(&list);
    delete_all(list.first);
    return 0;
}
