// Inserts a cell behind the k-th, or behind the last if there are fewer.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *insert(struct node *x, int k, int value) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(x)) + 1);
    struct node *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    c->data = value;
    if (x == NULL) {
        c->next = NULL;
        return c;
    }
    struct node *p = x;
    while (k > 0 && p->next != NULL) {
        p = p->next;
        k--;
    }
    c->next = p->next;
    p->next = c; //~ safe[leak]
    return x;
}
