// The same cells are given back twice.
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

static void dispose(struct node *x) {
    while (x != NULL) {
        struct node *t = x->next; //~ error[use-after-free]
        free(x);
        x = t;
    }
}

static void dispatch(struct node *xi, int v, struct node **lo, struct node **hi) {
    struct node *xlev = NULL;
    struct node *xgtv = NULL;
    while (xi != NULL) {
        struct node *y = xi;
        xi = xi->next;
        if (y->data <= v) {
            y->next = xlev;
            xlev = y;
        } else {
            y->next = xgtv;
            xgtv = y;
        }
    }
    *lo = xlev;
    *hi = xlev;
} //~ error[leak]

int main(void) {
    struct node *x = build();
    struct node *lo = NULL;
    struct node *hi = NULL;
    dispatch(x, __VERIFIER_nondet_int(), &lo, &hi);
    dispose(lo);
    dispose(hi);
    return 0; //~ error[leak]
}
