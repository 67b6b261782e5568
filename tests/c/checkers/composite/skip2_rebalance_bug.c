// A node that is put on the upper level does not know the next one there.
//@ args: --domain checkers
//@ unknown: the heap has too many parts here for the analysis to keep apart
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *jump;
    int key;
};

bool level0(struct node *n, struct node *end) {
    return n == end || (n != NULL && n->jump == NULL && level0(n->next, end));
}

bool level1(struct node *n) { return n == NULL || (level0(n->next, n->jump) && level1(n->jump)); }

void rebalance(struct node *l) {
    sw_requires(level1(l));
    sw_ensures(level1(l)); //~ error[contract]
    while (l != NULL) {
        struct node *end = l->jump;
        struct node *p = l;
        for (struct node *c = l->next; c != end; c = c->next) {
            if (c->key % 4 == 0) {
                p->jump = c;
                p = c;
            }
        }
        l = end;
    }
}
