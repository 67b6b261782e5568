// What holds because a checker does not says nothing about memory.
//@ unknown: `broken` is not a checker
#include <shapewright.h>
#include <stddef.h>

struct node {
    struct node *next, *prev;
    int data;
};

bool list(struct node *n) { return n == NULL || list(n->next); }
bool broken(struct node *n) { return !list(n); } //~ error[bad-checker]

void walk(struct node *n) { sw_requires(broken(n)); }
