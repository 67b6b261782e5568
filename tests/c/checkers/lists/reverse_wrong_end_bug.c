// The old head is returned, which is the last cell now.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *reverse(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *head = l;
    struct node *r = NULL;
    while (l != NULL) {
        struct node *t = l->next;
        l->next = r;
        r = l;
        l = t;
    }
    return head; //~ error[leak]
}
