// A doubly linked list, built at the end, walked back and freed.
//@ proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
#define input __VERIFIER_nondet_int

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

int main(void) {
    struct node *first = NULL, *last = NULL;
    while (input()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->data = input();
        n->next = NULL;
        n->prev = last;
        if (last != NULL)
            last->next = n;
        else
            first = n;
        last = n;
    }
    int sum = 0;
    for (struct node *n = last; n != NULL; n = n->prev)
        sum ^= n->data;
    while (first != NULL) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return sum != 0;
}
