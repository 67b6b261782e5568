// A list that was closed to a ring has no length.
#include <shapewright.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void append(struct node *l, struct node *n) {
    sw_requires(sw_len(l) > 0);
    sw_ensures(sw_len(l) == sw_old(sw_len(l)) + 1); //~ error[contract]
    while (l->next != NULL)
        l = l->next;
    l->next = n;
}

int main(void) {
    struct node a = {1, NULL}, b = {2, NULL};
    append(&a, (__VERIFIER_nondet_int() & 1) ? &b : &a);
    return 0;
}
