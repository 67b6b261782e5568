// Links one list behind another.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *append(struct node *x, struct node *y) {
    sw_requires(sw_len(x) >= 0 && sw_len(y) >= 0);
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(x)) + sw_old(sw_len(y)));
    if (x == NULL)
        return y;
    struct node *p = x;
    while (p->next != NULL) //~ safe[null-deref]
        p = p->next;
    p->next = y; //~ safe[leak]
    return x;
}
