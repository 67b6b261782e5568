// The second list may be the shorter one.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

void add_to(struct node *a, struct node *b) {
    sw_requires(list(a) && list(b));
    sw_ensures(list(a) && list(b));
    while (a != NULL) {
        a->data += b->data; //~ error[null-deref]
        a = a->next;
        b = b->next;
    }
}
