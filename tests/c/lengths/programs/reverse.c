// Turns a list round twice; it stays as long as it was.
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

static struct node *reverse(struct node *x) {
    struct node *y = NULL;
    while (x != NULL) {
        struct node *t = x->next;
        x->next = y; //~ safe[leak] //~ shape: caller0 → [caller0 x: 1] → [caller0 x t: ≥0] → null, x → [caller0 x: 1], y → null, t → [caller0 x t: ≥0]
        y = x;
        x = t;
    }
    return y;
}

int main(void) {
    struct node *x = build();
    int n = length(x);
    x = reverse(x); //~ safe[leak]
    assert(length(x) == n); //~ safe[assert-fail]
    x = reverse(x);
    assert(length(x) == n);
    dispose(x);
    return 0; //~ safe[leak]
}
