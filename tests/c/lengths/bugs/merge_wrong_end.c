// The rest is linked behind the first cell instead of the last.
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

static struct node *merge(struct node *x, struct node *y) {
    struct node *z = NULL;
    struct node *e = NULL;
    while (x != NULL && y != NULL) {
        struct node *t;
        if (x->data <= y->data) {
            t = x;
            x = x->next;
        } else {
            t = y;
            y = y->next;
        }
        t->next = NULL;
        if (z == NULL)
            z = t;
        else
            e->next = t; //~ safe[null-deref]
        e = t;
    }
    struct node *r = x != NULL ? x : y;
    if (z == NULL)
        z = r;
    else
        z->next = r; //~ error[leak]
    return z; //~ error[leak]
}

int main(void) {
    struct node *x = build();
    struct node *y = build();
    int n = length(x) + length(y);
    struct node *z = merge(x, y);
    assert(length(z) == n); //~ error[assert-fail]
    dispose(z);
    return 0;
}
