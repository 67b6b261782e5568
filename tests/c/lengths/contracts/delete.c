// Frees the first cell that holds a value, if there is one.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *delete(struct node *x, int value) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(sw_result) <= sw_old(sw_len(x)));
    sw_ensures(sw_len(sw_result) + 1 >= sw_old(sw_len(x)));
    struct node *before = NULL;
    struct node *p = x;
    while (p != NULL && p->data != value) {
        before = p;
        p = p->next;
    }
    if (p == NULL)
        return x;
    if (before == NULL)
        x = p->next;
    else
        before->next = p->next; //~ safe[null-deref]
    free(p); //~ safe[leak]
    return x;
}
