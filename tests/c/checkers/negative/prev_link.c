// A loop that sets the links back of all cells.
//@ args: --domain checkers
//@ unknown: the function does not say that it gives back the variable it is given
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

bool dll(struct node *l, struct node *prev) {
    return l == NULL || (l->prev == prev && dll(l->next, l));
}

bool forward(struct node *l) { return l == NULL || forward(l->next); }

void renew(struct node *l) {
    sw_requires(dll(l, NULL));
    sw_ensures(dll(l, NULL));
    struct node *prev = NULL;
    for (struct node *p = l; p != NULL; p = p->next) {
        p->prev = prev;
        prev = p;
    }
}

void make(struct node *l) {
    sw_requires(forward(l));
    sw_ensures(dll(l, NULL)); //~ FP[contract]
    struct node *prev = NULL;
    for (struct node *p = l; p != NULL; p = p->next) {
        p->prev = prev;
        prev = p;
    }
}

int main(void) {
    struct node c = {NULL, NULL, 3};
    struct node b = {&c, NULL, 2};
    struct node a = {&b, NULL, 1};
    make(&a);
    renew(&a);
    return c.prev == &b && b.prev == &a ? 0 : 1;
}
