// The new last cell still leads to what was freed.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

int main(void) {
    struct node *head = NULL, *last = NULL;
    int n = 0;
    while (n < 1000 && __VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            abort();
        p->data = n;
        p->next = NULL;
        p->prev = last;
        if (last != NULL)
            last->next = p;
        else
            head = p;
        last = p;
        n++;
    }
    while (last != NULL && __VERIFIER_nondet_int()) {
        struct node *before = last->prev;
        free(last);
        if (before == NULL)
            head = NULL;
        last = before;
    }
    while (head != NULL) {
        struct node *next = head->next; //~ error[use-after-free]
        free(head);
        head = next;
    }
    return 0;
}
