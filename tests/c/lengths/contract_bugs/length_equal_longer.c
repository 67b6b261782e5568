// The list whose end is not tested is the longer one, by one cell.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

void length_equal(struct node *x, struct node *y) {
    sw_requires(sw_len(x) + 1 == sw_len(y));
    sw_ensures(sw_len(x) == sw_old(sw_len(x)));
    sw_ensures(sw_len(y) == sw_old(sw_len(y)));
    struct node *xi = x;
    struct node *yi = y;
    while (xi != NULL) {
        xi = xi->next;
        yi = yi->next; //~ safe[null-deref]
    }
    sw_assert(yi == NULL); //~ error[assert-fail]
}
