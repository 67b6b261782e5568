// The walk goes on from an item that was freed.
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

static void unlink_item(struct link *n) {
    n->next->prev = n->prev;
    n->prev->next = n->next;
}

void remove_value(struct link *h, int value) {
    sw_requires(ring(h));
    sw_ensures(ring(h));
    for (struct link *l = h->next; l != h; l = l->next) { //~ error[use-after-free]
        struct item *i = item_of(l);
        if (i->value == value) {
            unlink_item(l);
            free(i);
        }
    }
}
