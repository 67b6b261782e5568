// Cuts a list in its middle; both halves together are as long.
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

static struct node *split(struct node *x) {
    struct node *slow = x;
    struct node *fast = x->next;
    while (fast != NULL) {
        fast = fast->next; //~ safe[null-deref]
        if (fast == NULL)
            break;
        fast = fast->next;
        slow = slow->next; //~ safe[null-deref]
    }
    struct node *half = slow->next;
    slow->next = NULL; //~ safe[leak]
    return half;
}

int main(void) {
    struct node *x = build();
    if (x == NULL)
        return 0; //~ safe[leak]
    int n = length(x);
    struct node *y = split(x);
    assert(length(x) + length(y) == n); //~ safe[assert-fail]
    assert(length(x) - length(y) <= 1); //~ safe[assert-fail]
    dispose(x);
    dispose(y);
    return 0; //~ safe[leak]
}
