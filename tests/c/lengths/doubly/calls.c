// Functions that keep lists doubly linked.
//@ clean
//@ proved
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

static struct node *push(struct node *head, int data) {
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
        abort();
    p->data = data;
    p->prev = NULL;
    p->next = head;
    if (head != NULL)
        head->prev = p;
    return p;
}

static struct node *unlink_first(struct node *head) {
    struct node *next = head->next;
    if (next != NULL)
        next->prev = NULL;
    free(head);
    return next;
}

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 100; i++)
        head = push(head, i);
    for (struct node *q = head; q != NULL; q = q->next) {
        if (q->next != NULL)
            assert(q->next->prev == q);
    }
    while (head != NULL)
        head = unlink_first(head);
    return 0;
}
