// When the last cell goes, the queue still keeps the address of its link.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct queue {
    struct node *first;
    struct node **last;
};

/* The cells from l on, whose last link (or the one at `link`, if there is no cell) is at `last`. */
bool cells(struct node *l, struct node **link, struct node **last) {
    return l == NULL ? link == last : cells(l->next, &l->next, last);
}

bool queue(struct queue *q) { return q != NULL && cells(q->first, &q->first, q->last); }

void dequeue(struct queue *q) {
    sw_requires(queue(q));
    sw_ensures(queue(q)); //~ error[contract]
    struct node *c = q->first;
    if (c == NULL)
        return;
    q->first = c->next;
    free(c);
}
