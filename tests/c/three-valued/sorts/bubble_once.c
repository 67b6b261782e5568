// Exchanging neighbours once is not enough.
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
    int moved = 1;
    while (moved) {
        moved = 0;
        struct node *before = NULL;
        struct node *at = x;
        while (at != NULL && at->next != NULL) {
            struct node *next = at->next;
            if (at->data > next->data) {
                at->next = next->next;
                next->next = at;
                if (before == NULL)
                    x = next;
                else
                    before->next = next;
                before = next;
            } else {
                before = at;
                at = next;
            }
        }
    }
    return x;
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
