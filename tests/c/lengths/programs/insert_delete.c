// Inserts in the middle of a list and deletes there again.
//@ clean
//@ proved
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

static struct node *build(void) {
    struct node *x = NULL;
    while (__VERIFIER_nondet_int())
        x = push(x, __VERIFIER_nondet_int());
    return x;
}

static int length(struct node *x) {
    int n = 0;
    for (; x != NULL; x = x->next)
        n++;
    return n;
}

static void dispose(struct node *x) {
    while (x != NULL) {
        struct node *t = x->next;
        free(x);
        x = t;
    }
}

/* Behind the k-th cell of a list that has one, or behind the last. */
static void insert(struct node *x, int k, int value) {
    while (k > 0 && x->next != NULL) { //~ safe[null-deref]
        x = x->next;
        k--;
    }
    x->next = push(x->next, value); //~ safe[leak]
}

/* The cell behind the k-th of a list that has one, or nothing if there is none. */
static void delete(struct node *x, int k) {
    while (k > 0 && x->next != NULL) {
        x = x->next;
        k--;
    }
    struct node *p = x->next; //~ safe[null-deref]
    if (p != NULL) {
        x->next = p->next;
        free(p); //~ safe[double-free]
    }
}

int main(void) {
    struct node *x = build();
    if (x == NULL)
        return 0; //~ safe[leak]
    int n = length(x);
    int k = __VERIFIER_nondet_int();
    insert(x, k, 7);
    assert(length(x) == n + 1); //~ safe[assert-fail]
    delete(x, k);
    assert(length(x) <= n + 1); //~ safe[assert-fail]
    dispose(x);
    return 0; //~ safe[leak]
}
