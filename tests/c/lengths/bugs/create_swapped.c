// The new cell becomes the first before it is linked: the list is lost and the cell leads to itself.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static void dispose(struct node *x) {
    while (x != NULL) {
        struct node *t = x->next; //~ error[use-after-free]
        free(x);
        x = t;
    }
}

static struct node *create(int n) {
    struct node *x = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->data = i;
        x = p; //~ error[leak]
        p->next = x;
    }
    return x;
}

int main(void) {
    int n = 0;
    while (__VERIFIER_nondet_int())
        n++;
    dispose(create(n));
    return 0;
}
