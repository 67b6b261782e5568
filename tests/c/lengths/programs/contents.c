// The sum, the smallest and the largest of what a list holds.
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

static void dispose(struct node *x) {
    while (x != NULL) {
        struct node *t = x->next;
        free(x);
        x = t;
    }
}

int main(void) {
    struct node *x = NULL;
    long sum = 0;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        x = push(x, value);
        sum += value;
    }
    if (x == NULL)
        return 0; //~ safe[leak]
    int least = x->data; //~ safe[null-deref]
    int greatest = x->data;
    long again = 0;
    for (struct node *p = x; p != NULL; p = p->next) {
        again += p->data;
        if (p->data < least)
            least = p->data;
        if (p->data > greatest)
            greatest = p->data;
    }
    assert(least <= greatest); //~ FP[assert-fail]
    assert(again == sum); //~ safe[assert-fail]
    dispose(x);
    return 0; //~ safe[leak]
}
