// A jump goes back to a cursor that was freed.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *remove_some(struct node *l, int value) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *prev = NULL;
    struct node *c = l;
again:
    while (c != NULL) {
        struct node *next = c->next; //~ error[use-after-free]
        if (c->data == value) {
            if (prev == NULL)
                l = next;
            else
                prev->next = next;
            free(c);
            if (next != NULL)
                goto again;
        } else {
            prev = c;
        }
        c = next;
    }
    return l;
}
