// The list whose end is not tested may be the longer one.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *push(struct node *x, int value) {
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
        abort();
    p->data = value;
    p->next = x;
    return p;
}

static void dispose(struct node *x) {
    while (x != NULL) {
        struct node *t = x->next;
        free(x);
        x = t;
    }
}

static void length_equal(struct node *x, struct node *y) {
    struct node *xi = x;
    struct node *yi = y;
    while (xi != NULL) {
        xi = xi->next;
        yi = yi->next; //~ safe[null-deref]
    }
    assert(yi == NULL); //~ error[assert-fail]
}

int main(void) {
    struct node *x = NULL;
    struct node *y = NULL;
    while (__VERIFIER_nondet_int()) {
        x = push(x, 1);
        y = push(y, 2);
    }
    if (__VERIFIER_nondet_int())
        y = push(y, 3);
    length_equal(x, y);
    dispose(x);
    dispose(y);
    return 0;
}
