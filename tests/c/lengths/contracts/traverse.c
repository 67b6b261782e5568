// Counts the cells of a list and leaves it as it was.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

int traverse(struct node *q) {
    sw_requires(sw_len(q) >= 0);
    sw_ensures(sw_result == sw_old(sw_len(q)));
    sw_ensures(sw_len(q) == sw_old(sw_len(q)));
    int k = 0;
    for (struct node *p = q; p != NULL; p = p->next) //~ safe[null-deref]
        k++;
    return k;
}
