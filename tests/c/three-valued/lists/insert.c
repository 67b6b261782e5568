// A cell goes in where the data says.
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

static struct node *insert(struct node *x, int data) {
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        return x;
    cell->data = data;
    struct node *before = NULL;
    struct node *at = x;
    while (at != NULL && at->data < data) {
        before = at;
        at = at->next;
    }
    cell->next = at;
    if (before == NULL)
        return cell;
    before->next = cell;
    return x;
}

int main(void) {
    struct node *x = create();
    x = insert(x, 7);
    delete_all(x);
    return 0;
}
