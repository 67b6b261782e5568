// A checker that repairs what it checks.
//@ unknown: `clean` is not a checker
#include <shapewright.h>
#include <stddef.h>

struct node {
    struct node *next, *prev;
    int data;
};

bool clean(struct node *n) {
    if (n == NULL)
        return true;
    n->data = 0; //~ error[bad-checker]
    return clean(n->next);
}

void walk(struct node *n) { sw_requires(clean(n)); }
