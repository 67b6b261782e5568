// Frees the cells that hold something negative and keeps the others in order.
//@ clean
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

static struct node *filter(struct node *x) {
    struct node *kept = NULL;
    struct node *end = NULL;
    while (x != NULL) {
        struct node *p = x;
        x = x->next;
        if (p->data < 0) {
            free(p);
            continue;
        }
        p->next = NULL; //~ safe[leak]
        if (end == NULL)
            kept = p;
        else
            end->next = p; //~ safe[use-after-free]
        end = p;
    }
    return kept;
}

int main(void) {
    struct node *x = build();
    int n = length(x);
    x = filter(x);
    assert(length(x) <= n); //~ safe[assert-fail]
    for (struct node *p = x; p != NULL; p = p->next)
        assert(p->data >= 0); //~ FP[assert-fail]
    dispose(x);
    return 0; //~ safe[leak]
}
