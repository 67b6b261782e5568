// Links inside of items, in a ring with a head of its own, in the manner of the kernels.
//@ args: --domain checkers
//@ proved
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

static void init(struct link *h) {
    h->next = h;
    h->prev = h;
}

static void insert_between(struct link *n, struct link *prev, struct link *next) {
    next->prev = n;
    n->next = next;
    n->prev = prev;
    prev->next = n;
}

void add_first(struct link *h, int value) {
    sw_requires(ring(h));
    sw_ensures(ring(h));
    struct item *i = malloc(sizeof *i);
    if (i == NULL)
        return;
    i->value = value;
    insert_between(&i->link, h, h->next);
}

void add_last(struct link *h, int value) {
    sw_requires(ring(h));
    sw_ensures(ring(h));
    struct item *i = malloc(sizeof *i);
    if (i == NULL)
        return;
    i->value = value;
    insert_between(&i->link, h->prev, h);
}

static void unlink_item(struct link *n) {
    n->next->prev = n->prev;
    n->prev->next = n->next;
}

void remove_value(struct link *h, int value) {
    sw_requires(ring(h));
    sw_ensures(ring(h));
    for (struct link *l = h->next; l != h; l = l->next) {
        struct item *i = item_of(l);
        if (i->value == value) {
            unlink_item(l);
            free(i);
            return;
        }
    }
}

void remove_all(struct link *h) {
    sw_requires(ring(h));
    sw_ensures(h->next == h && h->prev == h);
    struct link *l = h->next;
    while (l != h) {
        struct link *next = l->next;
        unlink_item(l);
        free(item_of(l));
        l = next;
    }
}

int sum(struct link *h) {
    sw_requires(ring(h));
    sw_ensures(ring(h));
    int sum = 0;
    for (struct link *l = h->next; l != h; l = l->next)
        sum += item_of(l)->value;
    return sum;
}

int main(void) {
    struct link h;
    init(&h);
    add_first(&h, 1);
    add_last(&h, 2);
    add_first(&h, 3);
    remove_value(&h, 1);
    int s = sum(&h);
    remove_all(&h);
    return s == 5 || s == 3 || s == 2 || s == 0 ? 0 : 1;
}
