// A queue as a ring: the queue knows its last cell, and the last cell knows the first.
//@ proved
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

struct queue *create(void) {
    sw_ensures(sw_result == NULL || queue(sw_result));
    struct queue *q = malloc(sizeof *q);
    if (q != NULL)
        q->last = NULL;
    return q;
}

int enqueue(struct queue *q, int value) {
    sw_requires(queue(q));
    sw_ensures(queue(q));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return 0;
    c->data = value;
    if (q->last == NULL) {
        c->next = c;
    } else {
        c->next = q->last->next;
        q->last->next = c;
    }
    q->last = c;
    return 1;
}

int dequeue(struct queue *q) {
    sw_requires(queue(q));
    sw_ensures(queue(q));
    if (q->last == NULL)
        return -1;
    struct node *first = q->last->next;
    int value = first->data;
    if (first == q->last)
        q->last = NULL;
    else
        q->last->next = first->next;
    free(first);
    return value;
}

void destroy(struct queue *q) {
    sw_requires(queue(q));
    while (q->last != NULL)
        dequeue(q);
    free(q);
}

int main(void) {
    struct queue *q = create();
    if (q == NULL)
        return 0;
    enqueue(q, 1);
    enqueue(q, 2);
    dequeue(q);
    enqueue(q, 3);
    destroy(q);
    return 0;
}
