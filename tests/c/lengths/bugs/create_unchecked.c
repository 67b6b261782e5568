// An allocation is used without looking whether it succeeded.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

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

static struct node *create(int n) {
    struct node *x = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->data = i; //~ error[null-deref]
        p->next = x;
        x = p; //~ safe[leak]
    }
    return x;
}

int main(void) {
    int n = 0;
    while (__VERIFIER_nondet_int())
        n++;
    struct node *x = create(n);
    assert(length(x) == n);
    dispose(x);
    return 0;
}
