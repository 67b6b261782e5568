// Items that were moved to another ring are still in the first one.
//@ args: --domain checkers
#include <shapewright.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next;
    struct link *prev;
};

struct item {
    int value;
    struct link link;
};

#define item_of(l) ((struct item *)((char *)(l) - offsetof(struct item, link)))

/* The items from l on, until the head comes again; last is the one before the head. */
bool items(struct link *l, struct link *prev, struct link *head, struct link *last) {
    if (l == head)
        return prev == last;
    struct item *i = item_of(l);
    return l != NULL && i->link.prev == prev && items(i->link.next, l, head, last);
}

bool ring(struct link *h) { return h != NULL && items(h->next, h, h, h->prev); }

void splice(struct link *from, struct link *to) {
    sw_requires(ring(from) && ring(to));
    sw_ensures(ring(from) && ring(to)); //~ error[contract]
    if (from->next == from)
        return;
    struct link *first = from->next;
    struct link *last = from->prev;
    struct link *at = to->next;
    first->prev = to;
    to->next = first;
    last->next = at;
    at->prev = last;
}
