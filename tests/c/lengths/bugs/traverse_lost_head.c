// The walk uses the variable that owns the list.
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

int main(void) {
    struct node *x = build();
    int k = 0;
    while (x != NULL) {
        k++;
        x = x->next; //~ error[leak] //~ safe[null-deref]
    }
    return k < 0;
}
