// The address of a parameter.
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

static void drop_first(struct node *list, struct node **rest) {
    struct node **mine = &list;
    *rest = (*mine)->next;
    free(*mine);
}

int main(void) {
    struct node *list = create();
    if (list != NULL) {
        struct node *rest = NULL;
        drop_first(list, &rest);
        list = rest;
    }
    delete_all(list);
    return 0;
}
