// Two lists become one, in the order of their data.
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

static struct node *merge(struct node *p, struct node *q) {
    struct node *first = NULL;
    struct node *last = NULL;
    while (p != NULL && q != NULL) {
        struct node *least;
        if (p->data < q->data) {
            least = p;
            p = p->next;
        } else {
            least = q;
            q = q->next;
        }
        if (last == NULL)
            first = least;
        else
            last->next = least;
        last = least;
    }
    struct node *rest = p != NULL ? p : q;
    if (last == NULL)
        return rest;
    last->next = rest;
    return first;
}

int main(void) {
    struct node *x = create();
    struct node *y = create();
    struct node *z = merge(x, y);
    delete_all(z);
    return 0;
}
