// A queue that keeps the address of its last link.
//@ args: --domain checkers
//@ proved
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

static void init(struct queue *q) {
    q->first = NULL;
    q->last = &q->first;
}

void enqueue(struct queue *q, int value) {
    sw_requires(queue(q));
    sw_ensures(queue(q));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return;
    c->data = value;
    c->next = NULL;
    *q->last = c;
    q->last = &c->next;
}

void dequeue(struct queue *q) {
    sw_requires(queue(q));
    sw_ensures(queue(q));
    struct node *c = q->first;
    if (c == NULL)
        return;
    q->first = c->next;
    if (q->first == NULL)
        q->last = &q->first;
    free(c);
}

void push(struct queue *q, int value) {
    sw_requires(queue(q));
    sw_ensures(queue(q));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return;
    c->data = value;
    c->next = q->first;
    if (q->first == NULL)
        q->last = &c->next;
    q->first = c;
}

int main(void) {
    struct queue q;
    init(&q);
    enqueue(&q, 1);
    push(&q, 2);
    enqueue(&q, 3);
    while (q.first != NULL)
        dequeue(&q);
    return 0;
}
