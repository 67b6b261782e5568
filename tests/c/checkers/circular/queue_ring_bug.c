// A queue that loses its only cell still knows it.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct queue {
    struct node *last;
};

bool to(struct node *l, struct node *e) { return l == e || (l != NULL && to(l->next, e)); }
bool circ(struct node *h) { return h == NULL || to(h->next, h); }
bool queue(struct queue *q) { return q != NULL && circ(q->last); }

int dequeue(struct queue *q) {
    sw_requires(queue(q));
    sw_ensures(queue(q)); //~ error[contract]
    if (q->last == NULL)
        return -1;
    struct node *first = q->last->next;
    int value = first->data;
    q->last->next = first->next;
    free(first);
    return value;
}
