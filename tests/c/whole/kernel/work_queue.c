//@ unknown: it is not known which function this calls
// Work is put at the end of a queue through a pointer to the last link, and taken from the front.
#include <stdlib.h>

struct work {
    struct work *next;
    void (*run)(struct work *);
    int done;
};

struct queue {
    struct work *first, **tail;
};

static void finish(struct work *w) {
    w->done = 1;
}

static void again(struct work *w) {
    w->done++;
}

static void queue_init(struct queue *q) {
    q->first = NULL;
    q->tail = &q->first;
}

static int queue_work(struct queue *q, void (*run)(struct work *)) {
    struct work *w = malloc(sizeof *w);
    if (!w)
        return -1;
    w->next = NULL;
    w->run = run;
    w->done = 0;
    *q->tail = w;
    q->tail = &w->next;
    return 0;
}

static struct work *dequeue(struct queue *q) {
    struct work *w = q->first;
    if (w) {
        q->first = w->next;
        if (!q->first)
            q->tail = &q->first;
    }
    return w;
}

int main(void) {
    struct queue q;
    queue_init(&q);
    int command;
    while ((command = rand() % 4) != 0) {
        if (command == 3) {
            struct work *w = dequeue(&q);
            if (w) {
                w->run(w);
                free(w);
            }
        } else if (queue_work(&q, command == 1 ? finish : again) != 0) {
            break;
        }
    }
    struct work *w;
    while ((w = dequeue(&q)) != NULL)
        free(w);
    return 0;
}
