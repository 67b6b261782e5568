// The link is changed before it is read: the rest of the list is lost.
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct node *reverse(struct node *x) {
    sw_requires(sw_len(x) >= 0);
    sw_ensures(sw_len(sw_result) >= 0);
    struct node *y = NULL;
    while (x != NULL) {
        x->next = y; //~ error[leak] //~ safe[null-deref]
        struct node *t = x->next;
        y = x;
        x = t;
    }
    return y;
}
