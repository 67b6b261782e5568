// Frees the cells that hold something negative.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *filter(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(sw_result) <= sw_old(sw_len(x)));
    struct node *kept = NULL;
    struct node *end = NULL;
    while (x != NULL) {
        struct node *p = x;
        x = x->next;
        if (p->data < 0) {
            free(p);
            continue;
        }
        p->next = NULL; //~ safe[leak]
        if (end == NULL)
            kept = p; //~ safe[leak]
        else
            end->next = p;
        end = p;
    }
    return kept;
}
