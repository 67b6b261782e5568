// The item behind the new one does not point back to it.
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

static void insert_between(struct link *n, struct link *prev, struct link *next) {
    n->next = next;
    n->prev = prev;
    prev->next = n;
}

void add_first(struct link *h, int value) {
    sw_requires(ring(h));
    sw_ensures(ring(h)); //~ error[contract]
    struct item *i = malloc(sizeof *i);
    if (i == NULL)
        return;
    i->value = value;
    insert_between(&i->link, h, h->next);
}
