// The last cell is assumed to have one before it.
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

void pop_back(struct deque *d) {
    sw_requires(deque(d));
    sw_ensures(deque(d));
    struct node *c = d->last;
    if (c == NULL)
        return;
    d->last = c->prev;
    c->prev->next = NULL; //~ error[null-deref]
    free(c);
}
