// What works for every list but the empty one.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

int first(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l));
    return l->data; //~ error[null-deref]
}

int last(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l));
    while (l->next != NULL) //~ error[null-deref]
        l = l->next;
    return l->data;
}

int second(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(l));
    return l->next->data; //~ error[null-deref]
}
