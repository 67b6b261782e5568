// A queue: cells come at the end and go at the front, as many as come.
//@ clean
//@ proved
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

struct queue {
    struct node *head;
    struct node *tail;
};

static void push(struct queue *q, int value) {
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
        abort();
    p->data = value;
    p->next = NULL;
    if (q->head == NULL)
        q->head = p;
    else
        q->tail->next = p; //~ safe[null-deref] //~ safe[use-after-free]
    q->tail = p;
}

static int pop(struct queue *q) {
    struct node *p = q->head;
    int value = p->data; //~ safe[null-deref]
    q->head = p->next;
    if (q->head == NULL)
        q->tail = NULL;
    free(p);
    return value;
}

int main(void) {
    struct queue q = { NULL, NULL };
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        if (n > 0 && __VERIFIER_nondet_int()) {
            pop(&q);
            n--;
        } else {
            push(&q, n);
            n++;
        }
    }
    while (q.head != NULL) {
        pop(&q);
        n--;
    }
    assert(n == 0); //~ safe[assert-fail]
    assert(q.tail == NULL);
    return 0; //~ safe[leak]
}
