// The cell behind the place of insertion is lost.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *insertion_sort(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *sorted = NULL;
    while (l != NULL) {
        struct node *c = l;
        l = l->next;
        if (sorted == NULL || c->data <= sorted->data) {
            c->next = sorted;
            sorted = c;
        } else {
            struct node *p = sorted;
            while (p->next != NULL && p->next->data < c->data)
                p = p->next;
            c->next = NULL;
            p->next = c; //~ error[leak]
        }
    }
    return sorted;
}
