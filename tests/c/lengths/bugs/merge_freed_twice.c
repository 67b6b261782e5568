// The lists are freed with their merger, and then themselves.
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
        struct node *t = x->next; //~ error[use-after-free]
        free(x);
        x = t;
    }
}

static struct node *merge(struct node *x, struct node *y) {
    struct node *z = NULL;
    struct node *e = NULL;
    while (x != NULL && y != NULL) {
        struct node *t;
        if (x->data <= y->data) {
            t = x;
            x = x->next;
        } else {
            t = y;
            y = y->next;
        }
        t->next = NULL;
        if (z == NULL)
            z = t;
        else
            e->next = t;
        e = t;
    }
    struct node *r = x != NULL ? x : y;
    if (z == NULL)
        z = r;
    else
        e->next = r;
    return z;
}

int main(void) {
    struct node *x = build();
    struct node *y = build();
    struct node *z = merge(x, y);
    dispose(z);
    dispose(x);
    return 0;
}
