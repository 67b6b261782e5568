// The greater cell is taken first.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool sorted(struct node *l, int least) {
    return l == NULL || (least <= l->data && sorted(l->next, l->data));
}

struct node *merge(struct node *a, struct node *b, int least) {
    sw_requires(sorted(a, least) && sorted(b, least));
    sw_ensures(sorted(sw_result, least)); //~ error[contract]
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    if (a->data > b->data) {
        a->next = merge(a->next, b, least);
        return a;
    }
    b->next = merge(a, b->next, least);
    return b;
}
