// Only the first cell is written before all are read.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *x = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->next = x;
        x = p;
    }
    if (x == NULL)
        return 0;
    x->data = 1;
    int n = x->data + 1; //~ safe[uninitialized]
    for (struct node *p = x->next; p != NULL; p = p->next)
        n = n + p->data; //~ error[uninitialized]
    while (x != NULL) {
        struct node *t = x->next;
        free(x);
        x = t;
    }
    return n != 0;
}
