// Every cell of a list has a pointer to a counter, which is gone when the list is used.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *counter;
};

static struct node *build(void) {
    int counter = 0;
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->counter = &counter;
        n->next = list;
        list = n;
    }
    return list;
}

int main(void) {
    struct node *list = build();
    while (list != NULL) {
        struct node *n = list;
        int *place = n->counter;
        *place = 1; //~ error[use-after-free]
        list = n->next;
        free(n);
    }
    return 0;
}
