// A new cell before one that was looked for.
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
    struct node *p = head;
    while (p != NULL && p->data != 5)
        p = p->next;
    if (p != NULL) {
        struct node *q = malloc(sizeof *q);
        if (q == NULL)
            abort();
        q->data = 7;
        q->next = p;
        q->prev = p->prev;
        if (p->prev != NULL)
            p->prev->next = q;
        else
            head = q;
        p->prev = q;
    }
    for (struct node *q = head; q != NULL; q = q->next) {
        if (q->next != NULL)
            assert(q->next->prev == q);
    }
    if (head != NULL)
        assert(head->prev == NULL);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
