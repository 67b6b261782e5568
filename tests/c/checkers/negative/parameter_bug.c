// A checker that follows a further parameter.
//@ args: --domain checkers
//@ unknown: `same` is not a checker
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};


bool same(struct node *a, struct node *b) {
    return a == NULL ? b == NULL : b != NULL && a->data == b->data && same(a->next, b->next); //~ error[bad-checker]
}

int first(struct node *a, struct node *b) {
    sw_requires(same(a, b));
    sw_ensures(same(a, b));
    return a == NULL ? 0 : b->data;
}
