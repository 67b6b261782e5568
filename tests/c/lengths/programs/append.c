// Links one list behind another; the result is as long as both together.
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

static struct node *append(struct node *x, struct node *y) {
    if (x == NULL)
        return y;
    struct node *p = x;
    while (p->next != NULL) //~ safe[null-deref]
        p = p->next;
    p->next = y; //~ safe[leak]
    return x;
}

int main(void) {
    struct node *x = build();
    struct node *y = build();
    int n = length(x) + length(y);
    x = append(x, y);
    assert(length(x) == n); //~ safe[assert-fail]
    dispose(x);
    return 0; //~ safe[leak]
}
