// A function frees the first cell: the second leads back to it.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

static void drop(struct node *p) {
    p->next = NULL;
    free(p);
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
    drop(head);
    second->prev->data = 2; //~ error[use-after-free]
    free(second);
    return 0;
}
