// Two cursors of different speed never meet in a list that ends.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

bool cyclic(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l) && !sw_result);
    struct node *slow = l;
    struct node *fast = l;
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast && fast != NULL)
            return true;
    }
    return false;
}

struct node *middle(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(l) && sw_result != NULL);
    struct node *slow = l;
    struct node *fast = l->next;
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
    }
    return slow;
}
