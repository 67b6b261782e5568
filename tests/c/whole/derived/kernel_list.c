// Items with a link inside of them, in a ring whose head is a variable.
//@ unknown: blocks that are not cells of a list are allocated again and again
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
#define input __VERIFIER_nondet_int

struct link {
    struct link *next, *prev;
};

struct item {
    int value;
    struct link link;
};

#define item_of(l) ((struct item *)((char *)(l) - offsetof(struct item, link)))

static void insert(struct link *n, struct link *prev, struct link *next) {
    next->prev = n;
    n->next = next;
    n->prev = prev;
    prev->next = n;
}

int main(void) {
    struct link head;
    head.next = &head;
    head.prev = &head;
    while (input()) {
        struct item *i = malloc(sizeof *i);
        if (i == NULL)
            break;
        i->value = input();
        if (input())
            insert(&i->link, &head, head.next);
        else
            insert(&i->link, head.prev, &head);
    }
    int sum = 0;
    for (struct link *l = head.next; l != &head; l = l->next)
        sum ^= item_of(l)->value;
    while (head.next != &head) {
        struct link *l = head.next;
        l->next->prev = l->prev;
        l->prev->next = l->next;
        free(item_of(l));
    }
    return sum != 0;
}
