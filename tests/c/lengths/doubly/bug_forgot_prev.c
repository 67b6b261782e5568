// The first cell is not told of the new one.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

int main(void) {
    struct node *head = NULL;
    int n = 0;
    while (n < 1000 && __VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->data = n;
        p->prev = NULL;
        p->next = head;
        head = p;
        n++;
    }
    for (struct node *q = head; q != NULL; q = q->next) {
        if (q->next != NULL)
            assert(q->next->prev == q); //~ error[assert-fail]
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
