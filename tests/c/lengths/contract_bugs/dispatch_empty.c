// The loop runs once before it looks whether there is a cell.
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
    do {
        struct node *y = xi;
        xi = xi->next; //~ error[null-deref]
        if (y->data <= v) {
            y->next = xlev;
            xlev = y;
        } else {
            y->next = xgtv;
            xgtv = y;
        }
    } while (xi != NULL);
    *lo = xlev;
    *hi = xgtv;
}
