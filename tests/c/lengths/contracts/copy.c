// Copies a list in order and keeps it.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *copy(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(sw_result) == sw_old(sw_len(x)));
    sw_ensures(sw_len(x) == sw_old(sw_len(x)));
    struct node *c = NULL;
    struct node *end = NULL;
    for (struct node *p = x; p != NULL; p = p->next) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            abort();
        n->data = p->data;
        n->next = NULL;
        if (c == NULL)
            c = n; //~ safe[leak]
        else
            end->next = n; //~ safe[null-deref]
        end = n;
    }
    return c;
}
