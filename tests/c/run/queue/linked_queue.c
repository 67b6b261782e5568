// A linked queue with head and tail pointers, used for a breadth-first count-down.
//@ clean
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    int depth, number;
    struct cell *next;
};

struct queue {
    struct cell *front;
    struct cell **back;
};

static void queue_init(struct queue *q) {
    q->front = NULL;
    q->back = &q->front;
}

static void enqueue(struct queue *q, int depth, int number) {
    struct cell *c = malloc(sizeof *c);
    if (!c)
        exit(2);
    c->depth = depth;
    c->number = number;
    c->next = NULL;
    *q->back = c;
    q->back = &c->next;
}

static int dequeue(struct queue *q, int *depth) {
    struct cell *c = q->front;
    assert(c != NULL);
    int number = c->number;
    *depth = c->depth;
    if ((q->front = c->next) == NULL)
        q->back = &q->front;
    free(c);
    return number;
}

int main(void) {
    struct queue q;
    queue_init(&q);
    int limit = 1 + (int)((unsigned)__VERIFIER_nondet_int() % 20);
    int depth, visited = 0;
    enqueue(&q, 0, 1);
    while (q.front) {
        int k = dequeue(&q, &depth);
        printf("%d@%d ", k, depth);
        visited++;
        for (int child = 2 * k; child <= 2 * k + 1 && child <= limit; child++)
            enqueue(&q, depth + 1, child);
    }
    printf("\n%d visited\n", visited);
    return visited == limit ? 0 : 1;
}
