// Two cells are freed that may be one.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

void touch_two(struct node *l, int value, int other) {
    sw_requires(list(l));
    sw_ensures(list(l));
    struct node *a = l;
    while (a != NULL && a->data != value)
        a = a->next;
    struct node *b = l;
    while (b != NULL && b->data != other)
        b = b->next;
    int t = a->data; //~ error[null-deref]
    a->data = b->data; //~ error[null-deref]
    b->data = t;
}
