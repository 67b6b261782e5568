// Sorting by insertion with the comparison the wrong way round.
//@ args: --domain three-valued
#include <assert.h>
#include <limits.h>
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

static struct node *sort(struct node *x) {
    struct node *sorted = NULL;
    while (x != NULL) {
        struct node *cell = x;
        x = x->next;
        struct node *before = NULL;
        struct node *at = sorted;
        while (at != NULL && at->data > cell->data) {
            before = at;
            at = at->next;
        }
        cell->next = at;
        if (before == NULL)
            sorted = cell;
        else
            before->next = cell;
    }
    return sorted;
}

static int is_sorted(struct node *l, int least) {
    return l == NULL || (least <= l->data && is_sorted(l->next, l->data));
}

int main(void) {
    struct node *x = sort(create());
    assert(is_sorted(x, INT_MIN)); //~ error[assert-fail]
    delete_all(x);
    return 0;
}
