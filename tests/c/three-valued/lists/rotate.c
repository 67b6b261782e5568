// The first cell becomes the last.
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

static struct node *rotate(struct node *first, struct node *last) {
    if (first != NULL && first != last) {
        struct node *second = first->next;
        last->next = first;
        first->next = NULL;
        return second;
    }
    return first;
}

int main(void) {
    struct node *x = create();
    struct node *last = x;
    while (last != NULL && last->next != NULL)
        last = last->next;
    x = rotate(x, last);
    delete_all(x);
    return 0;
}
