// The cell after this one is read here, and once more by the call.
//@ unknown: `linked` is not a checker
#include <shapewright.h>
#include <stddef.h>

struct node {
    struct node *next, *prev;
    int data;
};

bool linked(struct node *n) {
    return n == NULL || n->next == NULL || (n->next->prev == n && linked(n->next)); //~ error[bad-checker]
}

void walk(struct node *n) { sw_requires(linked(n)); }
