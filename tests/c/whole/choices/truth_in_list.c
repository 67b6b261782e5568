// Flags in a list that are only written as flags need no look at their bytes.
//@ proved
#include <stdbool.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    bool done;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            break;
        n->done = __VERIFIER_nondet_int() > 3;
        n->next = list;
        list = n;
    }
    int seen[2] = {0, 0};
    int sum = 0;
    while (list) {
        struct node *next = list->next;
        sum += seen[list->done];
        free(list);
        list = next;
    }
    return sum;
}
