// A function cuts the link back of a cell, and does not see the cell before it.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

static void detach(struct node *p) {
    p->prev = NULL;
}

int main(void) {
    struct node *head = malloc(sizeof *head), *second = malloc(sizeof *second);
    if (head == NULL || second == NULL)
        abort();
    head->next = second;
    head->prev = NULL;
    head->data = 0;
    second->next = NULL;
    second->prev = head;
    second->data = 1;
    detach(second);
    assert(second->prev == NULL); //~ safe[assert-fail]
    assert(second->prev == head); //~ error[assert-fail]
    free(second);
    free(head);
    return 0;
}
