// Parts a list at a value: what is less goes to one list, the rest to the other.
//@ args: --domain checkers
//@ unknown: the function does not say that it gives back the variable it is given
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

bool below(struct node *l, int value) {
    return l == NULL || (l->data < value && below(l->next, value));
}

bool above(struct node *l, int value) {
    return l == NULL || (l->data >= value && above(l->next, value));
}

struct halves {
    struct node *less;
    struct node *more;
};

void partition(struct node *l, int value, struct halves *h) {
    sw_requires(list(l) && h->less == NULL && h->more == NULL);
    sw_ensures(below(h->less, value) && above(h->more, value)); //~ FP[contract]
    while (l != NULL) {
        struct node *next = l->next;
        if (l->data < value) {
            l->next = h->less;
            h->less = l;
        } else {
            l->next = h->more;
            h->more = l;
        }
        l = next;
    }
}

int main(void) {
    struct node c = {NULL, 3};
    struct node b = {&c, 2};
    struct node a = {&b, 1};
    struct halves h = {NULL, NULL};
    partition(&a, 2, &h);
    return h.less == &a && h.more == &c ? 0 : 1;
}
