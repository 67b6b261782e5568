// The first half is not cut off from the second: both end in the same cells.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *split(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(l) && list(sw_result)); //~ error[contract]
    struct node *slow = l;
    struct node *fast = l->next;
    while (fast != NULL) {
        fast = fast->next;
        if (fast != NULL) {
            slow = slow->next;
            fast = fast->next;
        }
    }
    return slow->next;
}
