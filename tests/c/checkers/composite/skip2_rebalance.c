// Decides anew which nodes of a skip list are on the upper level.
//@ proved
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
    sw_ensures(level1(l));
    while (l != NULL) {
        struct node *end = l->jump;
        struct node *p = l;
        for (struct node *c = l->next; c != end; c = c->next) {
            if (c->key % 4 == 0) {
                c->jump = end;
                p->jump = c;
                p = c;
            }
        }
        l = end;
    }
}

static struct node *add(struct node *l, int key, bool high) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        abort();
    n->key = key;
    n->next = l;
    n->jump = high ? l : NULL;
    return n;
}

int main(void) {
    struct node *l = add(NULL, 8, true);
    struct node *last = l;
    l = add(l, 5, false);
    l = add(l, 4, false);
    l = add(l, 2, true);
    l->jump = last;
    rebalance(l);
    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
    return 0;
}
