#include <shapewright.h>
#include <stddef.h>

struct node {
    struct node *next, *prev;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

#ifndef SMALL
bool dll(struct node *n, struct node *prev) { return n == NULL || (n->prev == prev && dll(n->next, n)); }

bool sorted(struct node *l, int least) {
    while (l != NULL) {
        if (l->data < least)
            return false;
        least = l->data;
        l = l->next;
    }
    return true;
}

void insert(struct node *l, struct node *s) {
    sw_requires(dll(l, NULL) && sorted(s, 0));
    sw_ensures(dll(l, NULL));
}
#endif

#ifdef BAD
bool backwards(struct node *n, struct node *next) {
    return n == NULL || (next->prev == n && backwards(n->prev, n));
}
bool endless(struct node *n) { return n != NULL && endless(n->next); }

void wrong(struct node *n) { sw_requires(backwards(n, NULL) || endless(n)); }
#endif
