// The loop runs once before it looks whether there is a cell.
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
    do {
        struct node *t = x->next; //~ error[null-deref]
        x->next = y; //~ safe[null-deref]
        y = x;
        x = t;
    } while (x != NULL);
    return y;
}
