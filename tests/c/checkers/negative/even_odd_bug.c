// A list of an odd number of cells is walked over in pairs.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};


bool odd(struct node *l);
bool even(struct node *l) { return l == NULL || odd(l->next); }
bool odd(struct node *l) { return l != NULL && even(l->next); }

int sum_pairs(struct node *l) {
    sw_requires(odd(l));
    sw_ensures(odd(l));
    int sum = 0;
    while (l != NULL) {
        sum ^= l->data;
        l = l->next;
        sum ^= l->data; //~ error[null-deref]
        l = l->next;
    }
    return sum;
}
