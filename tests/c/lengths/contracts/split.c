// Cuts a list behind the cell in its middle and gives the second half.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *split(struct node *x) {
    sw_requires(sw_len(x) >= 1);
    sw_ensures(sw_len(x) + sw_len(sw_result) == sw_old(sw_len(x)));
    struct node *slow = x;
    struct node *fast = x->next;
    while (fast != NULL) {
        fast = fast->next; //~ safe[null-deref]
        if (fast == NULL)
            break;
        fast = fast->next;
        slow = slow->next; //~ safe[null-deref]
    }
    struct node *half = slow->next; //~ safe[null-deref]
    slow->next = NULL; //~ safe[leak]
    return half;
}
