// The list is freed twice and the copy not at all.
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

static void copy_and_delete(struct node *x) {
    struct node *p = NULL;
    struct node *q = NULL;
    struct node *y;
    for (y = x; y != NULL; y = y->next) {
        q = malloc(sizeof *q);
        if (q == NULL)
            abort();
        q->data = y->data;
        q->next = p;
        p = q;
    }
    y = x;
    while (y != NULL) {
        y = y->next;
        q = q->next; //~ FP[leak]: `p` still leads to it, though nobody asks
        free(x);
        free(x); //~ error[double-free] //~ FP[invalid-free]
        x = y;
        p = q;
    }
}

int main(void) {
    copy_and_delete(build());
    return 0;
}
