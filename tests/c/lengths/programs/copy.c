// Copies a list in order; both are walked in step and freed.
//@ clean
//@ proved
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

static struct node *copy(struct node *x) {
    struct node *c = NULL;
    struct node *end = NULL;
    for (struct node *p = x; p != NULL; p = p->next) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            abort();
        n->data = p->data;
        n->next = NULL;
        if (c == NULL)
            c = n;
        else
            end->next = n; //~ safe[null-deref]
        end = n;
    }
    return c;
}

int main(void) {
    struct node *x = build();
    struct node *y = copy(x);
    struct node *q = y;
    for (struct node *p = x; p != NULL; p = p->next) {
        q = q->next; //~ safe[null-deref]
    }
    assert(q == NULL); //~ safe[assert-fail]
    dispose(x);
    dispose(y);
    return 0; //~ safe[leak]
}
