// Inserts "sorted", but a new minimum is put behind the head: the order check fails.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct event {
    int time;
    struct event *next;
};

static struct event *make(int time) {
    struct event *e = malloc(sizeof *e);
    if (!e)
        exit(2);
    e->time = time;
    e->next = NULL;
    return e;
}

static void schedule(struct event *first, int time) {
    while (first->next && first->next->time < time)
        first = first->next;
    struct event *e = make(time);
    e->next = first->next;
    first->next = e;
}

static void check_order(const struct event *e) {
    for (; e->next; e = e->next)
        assert(e->time <= e->next->time); //~ error[assert-fail]
}

int main(void) {
    struct event *queue = make(10);
    int n = (int)((unsigned)__VERIFIER_nondet_int() % 3);
    for (int i = 0; i < n; i++) {
        int t = (int)((unsigned)__VERIFIER_nondet_int() % 40);
        printf("schedule %d\n", t);
        schedule(queue, t);
        check_order(queue);
    }
    while (queue) {
        struct event *next = queue->next;
        printf("run %d\n", queue->time);
        free(queue);
        queue = next;
    }
    return 0;
}
