// The walk frees each cell before it reads the link.
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
    for (struct node *p = x; p != NULL; p = p->next) //~ error[use-after-free]
        free(p); //~ error[leak]: the cells behind it
    return 0;
}
