// Turns a list round in place.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *reverse(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(x)));
    struct node *y = NULL;
    while (x != NULL) {
        struct node *t = x->next;
        x->next = y; //~ safe[leak]
        y = x;
        x = t; //~ safe[leak]
    }
    return y;
}
