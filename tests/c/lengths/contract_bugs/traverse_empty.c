// The walk looks behind the first cell without looking whether there is one.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

int traverse(struct node *q) {
    sw_requires(sw_len(q) >= 0);
    sw_ensures(sw_len(q) == sw_old(sw_len(q)));
    int k = 1;
    for (struct node *p = q; p->next != NULL; p = p->next) //~ error[null-deref]
        k++;
    return k;
}
