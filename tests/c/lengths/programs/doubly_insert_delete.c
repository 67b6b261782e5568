// A doubly linked list: cells are inserted and deleted where the walk stops.
//@ clean
//@ proved
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

static struct node *insert(struct node *x, struct node *at, int value) {
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
        abort();
    p->data = value;
    p->prev = at;
    p->next = at == NULL ? x : at->next;
    if (p->next != NULL)
        p->next->prev = p; //~ safe[null-deref]
    if (at == NULL)
        return p;
    at->next = p; //~ safe[leak]
    return x;
}

static struct node *delete(struct node *x, struct node *p) {
    if (p->prev == NULL)
        x = p->next;
    else
        p->prev->next = p->next; //~ safe[null-deref] //~ safe[use-after-free]
    if (p->next != NULL)
        p->next->prev = p->prev;
    free(p); //~ safe[leak]
    return x;
}

static struct node *somewhere(struct node *x) {
    while (x != NULL && x->next != NULL && __VERIFIER_nondet_int())
        x = x->next;
    return x;
}

int main(void) {
    struct node *x = NULL;
    while (__VERIFIER_nondet_int())
        x = insert(x, somewhere(x), 1);
    while (x != NULL && __VERIFIER_nondet_int())
        x = delete(x, somewhere(x));
    for (struct node *p = x; p != NULL; p = p->next)
        if (p->next != NULL)
            assert(p->next->prev == p); //~ safe[assert-fail]
    while (x != NULL)
        x = delete(x, x); //~ safe[double-free]
    return 0; //~ safe[leak]
}
