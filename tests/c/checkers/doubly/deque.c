// A double-ended queue that knows its first and its last cell.
//@ args: --domain checkers
//@ proved
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

void push_front(struct deque *d, int value) {
    sw_requires(deque(d));
    sw_ensures(deque(d));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return;
    c->data = value;
    c->prev = NULL;
    c->next = d->first;
    if (d->first == NULL)
        d->last = c;
    else
        d->first->prev = c;
    d->first = c;
}

void push_back(struct deque *d, int value) {
    sw_requires(deque(d));
    sw_ensures(deque(d));
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        return;
    c->data = value;
    c->next = NULL;
    c->prev = d->last;
    if (d->last == NULL)
        d->first = c;
    else
        d->last->next = c;
    d->last = c;
}

void pop_front(struct deque *d) {
    sw_requires(deque(d));
    sw_ensures(deque(d));
    struct node *c = d->first;
    if (c == NULL)
        return;
    d->first = c->next;
    if (c->next == NULL)
        d->last = NULL;
    else
        c->next->prev = NULL;
    free(c);
}

void pop_back(struct deque *d) {
    sw_requires(deque(d));
    sw_ensures(deque(d));
    struct node *c = d->last;
    if (c == NULL)
        return;
    d->last = c->prev;
    if (c->prev == NULL)
        d->first = NULL;
    else
        c->prev->next = NULL;
    free(c);
}

/* Frees from both ends until nothing is left. */
void destroy(struct deque *d) {
    sw_requires(deque(d));
    while (d->first != NULL) {
        pop_front(d);
        if (d->last != NULL)
            pop_back(d);
    }
    free(d);
}

int main(void) {
    struct deque *d = malloc(sizeof *d);
    if (d == NULL)
        return 0;
    d->first = NULL;
    d->last = NULL;
    push_front(d, 1);
    push_back(d, 2);
    push_front(d, 3);
    pop_back(d);
    destroy(d);
    return 0;
}
