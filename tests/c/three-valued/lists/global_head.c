// The list hangs on a global variable.
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

static struct node *head;

static void push(void) {
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return;
    cell->next = head;
    cell->data = 1;
    head = cell;
}

int main(void) {
    while (__VERIFIER_nondet_int())
        push();
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    delete_all(create());
    return 0;
}
