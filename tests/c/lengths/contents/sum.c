// What a list holds adds up to the same when it is turned around.
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
    struct node *x = NULL, *y = NULL;
    long total = 0;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->next = x;
        p->data = value;
        x = p;
        total += value;
    }
    while (x != NULL) {
        struct node *t = x->next;
        x->next = y;
        y = x;
        x = t;
    }
    long sum = 0;
    while (y != NULL) {
        struct node *t = y->next;
        sum += y->data; //~ safe[uninitialized]
        free(y);
        y = t;
    }
    assert(sum == total); //~ safe[assert-fail]
    return 0; //~ safe[leak]
}
