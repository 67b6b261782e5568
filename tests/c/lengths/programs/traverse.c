// Counts the cells of a list while it is built, and again along the list.
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

static void dispose(struct node *x) {
    while (x != NULL) {
        struct node *t = x->next;
        free(x);
        x = t;
    }
}

static int traverse(struct node *q) {
    int k = 0;
    for (struct node *p = q; p != NULL; p = p->next) //~ safe[null-deref]
        k++;
    return k;
}

int main(void) {
    struct node *x = NULL;
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        x = push(x, n);
        n++;
    }
    assert(traverse(x) == n); //~ safe[assert-fail]
    dispose(x);
    return 0; //~ safe[leak]
}
