// The link is changed before it is read: the rest of the list is lost.
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

static struct node *reverse(struct node *x) {
    struct node *y = NULL;
    while (x != NULL) {
        x->next = y; //~ error[leak]
        struct node *t = x->next;
        y = x;
        x = t;
    }
    return y;
}

int main(void) {
    dispose(reverse(build()));
    return 0;
}
