// The first cell of the result is linked behind one that is not there.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *merge(struct node *x, struct node *y) {
    sw_requires(sw_len(x) >= 0 && sw_len(y) >= 0);
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(x)) + sw_old(sw_len(y)));
    struct node *z = NULL;
    struct node *e = NULL;
    while (x != NULL && y != NULL) {
        struct node *t;
        if (x->data <= y->data) {
            t = x;
            x = x->next;
        } else {
            t = y;
            y = y->next;
        }
        t->next = NULL;
        e->next = t; //~ error[null-deref]
        e = t;
    }
    struct node *r = x != NULL ? x : y;
    if (z == NULL)
        z = r;
    else
        e->next = r;
    return z;
}
