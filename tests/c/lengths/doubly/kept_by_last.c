// The list is kept by its last cell only: the links back lead to all of it, so that nothing leaks.
//@ unknown: only links back lead to some cells from here on, which is not followed
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *last = NULL;
    int n = 0;
    while (n < 100 && __VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->next = NULL;
        p->prev = last;
        if (last != NULL)
            last->next = p;
        last = p;
        n++;
    }
    while (last != NULL) {
        struct node *before = last->prev;
        free(last);
        last = before;
    }
    return 0;
}
