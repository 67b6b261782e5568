// The address behind a member is followed.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

int sum(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l));
    int sum = 0;
    for (; l != NULL; l = l->next) {
        struct node *behind = l + 1;
        sum ^= behind->data; //~ error[out-of-bounds]
    }
    return sum;
}
