// A stack: what was pushed is popped, as often as it was pushed.
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

static struct node *pop(struct node *top) {
    struct node *rest = top->next; //~ safe[null-deref]
    free(top); //~ safe[leak]
    return rest;
}

int main(void) {
    struct node *top = NULL;
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        top = push(top, n);
        n++;
    }
    while (n > 0) {
        top = pop(top);
        n--;
    }
    assert(top == NULL); //~ safe[assert-fail]
    return 0; //~ safe[leak]
}
