// The walk goes two cells at a time and tests one.
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

static int traverse(struct node *q) {
    int k = 0;
    for (struct node *p = q; p != NULL; p = p->next->next) //~ error[null-deref]
        k += 2;
    return k;
}

int main(void) {
    struct node *x = build();
    int k = traverse(x);
    dispose(x);
    return k < 0; //~ safe[leak]
}
