// One cell somewhere holds another value than the rest.
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
    struct node *q = x;
    while (q != NULL && __VERIFIER_nondet_int())
        q = q->next;
    if (q != NULL)
        q->data = 6;
    while (x != NULL) {
        struct node *t = x->next;
        assert(x->data == 5); //~ error[assert-fail]
        free(x);
        x = t;
    }
    return 0;
}
