// The first cell with a value is taken out.
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

static struct node *delete(struct node *x, int key) {
    struct node *before = NULL;
    struct node *at = x;
    while (at != NULL && at->data != key) {
        before = at;
        at = at->next;
    }
    if (at == NULL)
        return x;
    if (before == NULL)
        x = at->next;
    else
        before->next = at->next;
    free(at);
    return x;
}

int main(void) {
    struct node *x = create();
    x = delete(x, 7);
    delete_all(x);
    return 0;
}
