// Deals a list out to two, by what the cells hold.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

void dispatch(struct node *xi, int v, struct node **lo, struct node **hi) {
    sw_requires(sw_len(xi) >= 0);
    sw_requires(lo != hi && *lo == NULL && *hi == NULL);
    sw_ensures(sw_len(*lo) + sw_len(*hi) == sw_old(sw_len(xi)));
    struct node *xlev = NULL;
    struct node *xgtv = NULL;
    while (xi != NULL) {
        struct node *y = xi;
        xi = xi->next;
        if (y->data <= v) {
            y->next = xlev; //~ safe[leak]
            xlev = y;
        } else {
            y->next = xgtv; //~ safe[leak]
            xgtv = y;
        }
    }
    *lo = xlev;
    *hi = xgtv;
} //~ safe[leak]
