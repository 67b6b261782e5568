// Builds a list of a length from outside, counts it and frees it.
//@ clean
//@ proved
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

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

static struct node *create(int n) {
    struct node *x = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->data = i;
        p->next = x;
        x = p; //~ safe[leak]
    }
    return x; //~ shape: x → [x: ≥0] → null; n = |x|; n ≥ 0
}

int main(void) {
    int n = 0;
    while (__VERIFIER_nondet_int())
        n++;
    struct node *x = create(n);
    assert(length(x) == n); //~ safe[assert-fail]
    dispose(x);
    return 0; //~ safe[leak]
}
