// New cells in front; each leads back to the one before it.
//@ clean
//@ proved
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
    int k = 0;
    for (struct node *p = head; p != NULL; p = p->next) {
        if (p->next != NULL)
            assert(p->next->prev == p);
        else
            assert(k == n - 1);
        k++;
    }
    assert(k == n);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
