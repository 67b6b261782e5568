// The cell that is taken out through the address of its link is not freed.
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

static void remove_all(struct node **list, int data) {
    struct node **link = list;
    while (*link != NULL) {
        struct node *cell = *link;
        if (cell->data == data)
            *link = cell->next;
        else
            link = &cell->next;
    } //~ error[leak]
}

int main(void) {
    struct node *list = create();
    remove_all(&list, 3);
    delete_all(list);
    return 0;
}
