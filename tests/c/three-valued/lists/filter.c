// Cells that do not please are taken out and freed.
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

static struct node *filter(struct node *x) {
    struct node *before = NULL;
    struct node *at = x;
    while (at != NULL) {
        struct node *next = at->next;
        if (at->data < 0) {
            if (before == NULL)
                x = next;
            else
                before->next = next;
            free(at);
        } else {
            before = at;
        }
        at = next;
    }
    return x;
}

int main(void) {
    struct node *x = create();
    x = filter(x);
    delete_all(x);
    return 0;
}
