// The link to the next cell is read after it was changed: the rest is lost.
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

static struct node *build(void) {
    struct node *x = NULL;
    while (__VERIFIER_nondet_int())
        x = push(x, __VERIFIER_nondet_int());
    return x;
}

static int length(struct node *x) {
    int n = 0;
    for (; x != NULL; x = x->next)
        n++;
    return n;
}

static void dispose(struct node *x) {
    while (x != NULL) {
        struct node *t = x->next;
        free(x);
        x = t;
    }
}

static void dispatch(struct node *xi, int v, struct node **lo, struct node **hi) {
    struct node *xlev = NULL;
    struct node *xgtv = NULL;
    while (xi != NULL) {
        struct node *y = xi;
        if (y->data <= v) {
            y->next = xlev; //~ error[leak]
            xlev = y;
        } else {
            y->next = xgtv; //~ error[leak]
            xgtv = y;
        }
        xi = xi->next;
    }
    *lo = xlev;
    *hi = xgtv;
}

int main(void) {
    struct node *x = build();
    struct node *lo = NULL;
    struct node *hi = NULL;
    int n = length(x);
    dispatch(x, __VERIFIER_nondet_int(), &lo, &hi);
    assert(length(lo) + length(hi) == n); //~ error[assert-fail]
    dispose(lo);
    dispose(hi);
    return 0;
}
