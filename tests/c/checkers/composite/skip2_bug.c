// The node that is freed may be the next one of the upper level.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

/* All nodes are linked by `next`; `jump` links those that are on the upper level too. */
struct node {
    struct node *next;
    struct node *jump;
    int key;
};

bool level0(struct node *n, struct node *end) {
    return n == end || (n != NULL && n->jump == NULL && level0(n->next, end));
}

bool level1(struct node *n) { return n == NULL || (level0(n->next, n->jump) && level1(n->jump)); }

/* Takes a key off the lower level. */
void remove_low(struct node *l, int key) {
    sw_requires(level1(l) && l != NULL);
    sw_ensures(level1(l)); //~ error[contract]
    while (l->jump != NULL && l->jump->key < key)
        l = l->jump;
    struct node *end = l->jump;
    struct node *p = l;
    while (p->next != end && p->next->key != key)
        p = p->next;
    if (p->next == NULL)
        return;
    struct node *n = p->next;
    p->next = n->next;
    free(n);
}
