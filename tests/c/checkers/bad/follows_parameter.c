// A checker follows its first parameter only.
//@ unknown: `between` is not a checker
#include <shapewright.h>
#include <stddef.h>

struct node {
    struct node *next, *prev;
    int data;
};

bool between(struct node *n, struct node *end) {
    return n == end || (n != NULL && end->prev != n && between(n->next, end)); //~ error[bad-checker]
}

void walk(struct node *n, struct node *end) { sw_requires(between(n, end)); }
