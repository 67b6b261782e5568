// When the only cell goes, the queue still calls it its last.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

struct deque {
    struct node *first;
    struct node *last;
};

bool chain(struct node *l, struct node *prev, struct node *last) {
    return l == NULL ? prev == last : l->prev == prev && chain(l->next, l, last);
}

bool deque(struct deque *d) { return d != NULL && chain(d->first, NULL, d->last); }

void pop_front(struct deque *d) {
    sw_requires(deque(d));
    sw_ensures(deque(d)); //~ error[contract]
    struct node *c = d->first;
    if (c == NULL)
        return;
    d->first = c->next;
    if (c->next != NULL)
        c->next->prev = NULL;
    free(c);
}
