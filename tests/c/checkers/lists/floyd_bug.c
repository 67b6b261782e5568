// The fast cursor takes its second step without looking.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

bool cyclic(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l));
    struct node *slow = l;
    struct node *fast = l;
    while (fast != NULL) {
        slow = slow->next;
        fast = fast->next->next; //~ error[null-deref]
        if (slow == fast && fast != NULL)
            return true;
    }
    return false;
}
