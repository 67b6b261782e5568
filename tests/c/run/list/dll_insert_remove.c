// Doubly linked list with a header: inserts at both ends, removes by value, walks both ways.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct dnode {
    int v;
    struct dnode *prev, *next;
};

struct dlist {
    struct dnode *first, *last;
    size_t length;
};

static void insert(struct dlist *l, int v, int at_front) {
    struct dnode *n = malloc(sizeof *n);
    if (!n)
        exit(2);
    n->v = v;
    n->prev = at_front ? NULL : l->last;
    n->next = at_front ? l->first : NULL;
    if (n->prev)
        n->prev->next = n;
    else
        l->first = n;
    if (n->next)
        n->next->prev = n;
    else
        l->last = n;
    l->length++;
}

static void unlink_node(struct dlist *l, struct dnode *n) {
    *(n->prev ? &n->prev->next : &l->first) = n->next;
    *(n->next ? &n->next->prev : &l->last) = n->prev;
    l->length--;
    free(n);
}

static void remove_value(struct dlist *l, int v) {
    for (struct dnode *n = l->first, *next; n; n = next) {
        next = n->next;
        if (n->v == v)
            unlink_node(l, n);
    }
}

int main(void) {
    struct dlist l = {0};
    for (int i = 0; i < 7; i++) {
        int x = __VERIFIER_nondet_int();
        insert(&l, (int)((unsigned)x % 4), x < 0);
    }
    for (struct dnode *n = l.first; n; n = n->next)
        printf("%d ", n->v);
    puts("|");
    remove_value(&l, 1);
    for (struct dnode *n = l.last; n; n = n->prev)
        printf("%d ", n->v);
    printf("| %zu left\n", l.length);
    while (l.first)
        unlink_node(&l, l.first);
    return (int)l.length;
}
