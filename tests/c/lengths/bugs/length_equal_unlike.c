// Two lists of any lengths are taken to be equally long.
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
        yi = yi->next; //~ error[null-deref]
    }
    assert(yi == NULL); //~ error[assert-fail]
}

int main(void) {
    struct node *x = build();
    struct node *y = build();
    length_equal(x, y);
    dispose(x);
    dispose(y);
    return 0; //~ safe[leak]
}
