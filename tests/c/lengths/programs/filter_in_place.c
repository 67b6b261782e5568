// Frees cells while walking, with a pointer to the one before.
//@ clean
//@ proved
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

int main(void) {
    struct node *x = build();
    struct node *before = NULL;
    struct node *p = x;
    while (p != NULL) {
        struct node *next = p->next; //~ safe[use-after-free]
        if (p->data == 0) {
            if (before == NULL)
                x = next; //~ safe[leak]
            else
                before->next = next; //~ safe[use-after-free]
            free(p);
        } else {
            before = p;
        }
        p = next;
    }
    dispose(x);
    return 0; //~ safe[leak]
}
