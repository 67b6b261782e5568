// A list that may be empty is cut in its middle.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *split(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(x) + sw_len(sw_result) == sw_old(sw_len(x)));
    struct node *slow = x;
    struct node *fast = x->next; //~ error[null-deref]
    while (fast != NULL) {
        fast = fast->next;
        if (fast == NULL)
            break;
        fast = fast->next;
        slow = slow->next;
    }
    struct node *half = slow->next; //~ safe[null-deref]
    slow->next = NULL;
    return half;
}
