// A function is given the second cell only: it does not see the first, but there is one.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

static int has_before(struct node *p) {
    return p->prev != NULL;
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
    assert(!has_before(second)); //~ error[assert-fail]
    free(second);
    free(head);
    return 0;
}
