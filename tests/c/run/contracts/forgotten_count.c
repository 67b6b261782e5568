// A queue counts its cells; removing one does not.
#include <shapewright.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
};

struct queue {
    struct cell *first;
    size_t count;
};

static inline bool counted(const struct queue *q) { return q->count == sw_len(q->first); }

static void add(struct queue *q) {
    sw_requires(counted(q));
    sw_ensures(counted(q));
    struct cell *c = malloc(sizeof *c);
    if (c == NULL)
        exit(2);
    c->next = q->first;
    q->first = c;
    q->count++;
}

static void take(struct queue *q) {
    sw_requires(counted(q));
    sw_ensures(counted(q)); //~ error[contract]
    struct cell *c = q->first;
    if (c == NULL)
        return;
    q->first = c->next;
    free(c);
}

int main(void) {
    struct queue q = {NULL, 0};
    if (__VERIFIER_nondet_int() & 1)
        add(&q);
    take(&q);
    return 0;
}
