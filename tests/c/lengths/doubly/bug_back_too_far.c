// Back from the last cell, and one further.
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
        if (head != NULL)
            head->prev = p;
        head = p;
        n++;
    }
    struct node *last = head;
    int k = 0;
    if (last != NULL) {
        k = 1;
        while (last->next != NULL) {
            last = last->next;
            k++;
        }
    }
    int back = 0;
    struct node *p = last;
    while (back < k) {
        p = p->prev;
        back++;
    }
    if (last != NULL)
        p->data = 1; //~ error[null-deref]
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
