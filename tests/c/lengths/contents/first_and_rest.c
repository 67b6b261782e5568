// The first cell is told from the rest: what is written in it, and what it holds.
//@ clean
//@ proved
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *x = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->next = x;
        p->data = 5;
        x = p;
    }
    if (x == NULL)
        return 0;
    assert(x->data == 5); //~ safe[assert-fail] //~ safe[uninitialized]
    x->data = 7;
    assert(x->data == 7); //~ safe[assert-fail]
    for (struct node *p = x->next; p != NULL; p = p->next)
        assert(p->data == 5); //~ safe[assert-fail]
    while (x != NULL) {
        struct node *t = x->next;
        free(x);
        x = t;
    }
    return 0;
}
