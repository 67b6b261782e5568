// Two structures in a row, the first of which ends where the second begins, need not be one: the first may end as another kind, or each
// element may have to know the one before.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

enum colour { RED, BLACK };

struct node {
    struct node *next;
    struct node *prev;
    enum colour colour;
};

bool behind_red(struct node *n, struct node *end);

bool any(struct node *n, struct node *end) {
    if (n == end)
        return true;
    return n->colour == BLACK ? any(n->next, end) : n->colour == RED && behind_red(n->next, end);
}

bool behind_red(struct node *n, struct node *end) {
    return n == end || (n->colour == BLACK && any(n->next, end));
}

void colours(struct node *a, struct node *b) {
    sw_requires(b != NULL && any(a, b) && any(b, NULL));
    sw_ensures(any(a, NULL)); //~ error[contract]
}

bool to(struct node *n, struct node *prev, struct node *end) {
    return n == end || (n->prev == prev && to(n->next, n, end));
}

void links(struct node *a, struct node *b) {
    sw_requires(b != NULL && to(a, NULL, b) && to(b, NULL, NULL));
    sw_ensures(to(a, NULL, NULL)); //~ error[contract]
}

bool leaves(struct node *n, struct node *leaf) {
    return n == leaf || (leaves(n->next, leaf) && leaves(n->prev, leaf));
}

void trees(struct node *a, struct node *b) {
    sw_requires(b != NULL && leaves(a, b) && leaves(b, NULL));
    sw_ensures(leaves(a, NULL)); //~ error[contract]
}
