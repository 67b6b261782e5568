//@ proved
// Every cell of a list has a pointer to a counter, which lives as long as the list.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *counter;
};

static struct node *build(int *counter) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->counter = counter;
        n->next = list;
        list = n;
    }
    return list;
}

int main(void) {
    int counter = 0;
    struct node *list = build(&counter);
    while (list != NULL) {
        struct node *n = list;
        int *place = n->counter;
        *place = 1;
        list = n->next;
        free(n);
    }
    return counter;
}
