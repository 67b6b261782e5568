//@ proved
// A queue made of two stacks: what goes in is turned round when something is to come out.
#include <stdlib.h>

struct cell {
    int value;
    struct cell *next;
};

struct queue {
    struct cell *in, *out;
};

void enqueue(struct queue *q, int value) {
    struct cell *c = malloc(sizeof *c);
    if (c == NULL)
        return;
    c->value = value;
    c->next = q->in;
    q->in = c;
}

int dequeue(struct queue *q, int *value) {
    if (q->out == NULL) {
        while (q->in != NULL) {
            struct cell *c = q->in;
            q->in = c->next;
            c->next = q->out;
            q->out = c;
        }
    }
    if (q->out == NULL)
        return 0;
    struct cell *c = q->out;
    *value = c->value;
    q->out = c->next;
    free(c);
    return 1;
}

int main(void) {
    struct queue *q = malloc(sizeof(struct queue));
    if (q == NULL)
        return 1;
    q->in = q->out = NULL;
    int x;
    while (rand() % 9) {
        if (rand() % 2)
            enqueue(q, rand());
        else
            dequeue(q, &x);
    }
    while (dequeue(q, &x))
        ;
    free(q);
    return 0;
}
