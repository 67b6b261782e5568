// What a list holds stays between the least and the greatest value that was put in.
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
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value < 3 || value > 9)
            continue;
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->next = x;
        p->data = value;
        x = p;
    }
    while (x != NULL) {
        struct node *t = x->next;
        x->next = y;
        y = x;
        x = t;
    }
    while (y != NULL) {
        struct node *t = y->next;
        assert(3 <= y->data && y->data <= 9); //~ safe[assert-fail] //~ safe[uninitialized]
        free(y);
        y = t;
    }
    return 0;
}
